/* What the server has, also where it does not answer at once: it starts again, or the phone was in a tunnel. */

/** It was asked for long enough, and nobody answered. */
export class ServerAway extends Error {}

const TRIES = 7
const FIRST_WAIT_MS = 250

/** As fetch, but a connection that fails is tried again for a quarter of a minute. */
export async function fetchPatiently(at: URL): Promise<Response> {
    for (let failed = 1; ; failed++) {
        try {
            return await fetch(at)
        } catch (error) {
            if (failed === TRIES)
                throw new ServerAway(String(error))
            await new Promise(done => setTimeout(done, FIRST_WAIT_MS * 2 ** (failed - 1)))
        }
    }
}
