/* Games kept at this device, in IndexedDB: the record after every change, and who sits where. A
 * page that was closed, reloaded or crashed takes them up again. */
import type { Seats } from '../umpire/table'

export interface KeptGame {
    id: string
    /** GAME/SCENARIO */
    scenario: string
    title: string
    record: string
    seats: Seats
    /** Decides for the computers as it did before. */
    seed: number
    /** Whose turn it is or who won, in the engine's words. */
    turn: string
    over: boolean
    /** Milliseconds since 1970. */
    changed: number
}
/** A record that was opened to be looked at; there is one at a time. */
export interface OpenedRecord { name: string; text: string }

const NAME = 'sandtable'
const GAMES = 'games'
const OPENED = 'opened'

let database: Promise<IDBDatabase> | undefined

function opened(): Promise<IDBDatabase> {
    database ??= new Promise((done, failed) => {
        const request = indexedDB.open(NAME, 1)
        request.onupgradeneeded = () => {
            request.result.createObjectStore(GAMES, { keyPath: 'id' })
            request.result.createObjectStore(OPENED)
        }
        request.onsuccess = () => done(request.result)
        request.onerror = () => failed(request.error ?? new Error('IndexedDB'))
    })
    database.catch(() => { database = undefined })
    return database
}

/** Run one request; resolves when its transaction is complete, so that what was put is kept. */
async function run<T>(store: string, mode: IDBTransactionMode,
                      ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const transaction = (await opened()).transaction(store, mode, { durability: 'strict' })
    const request = ask(transaction.objectStore(store))
    return new Promise((done, failed) => {
        transaction.oncomplete = () => done(request.result)
        transaction.onabort = () => failed(transaction.error ?? new Error('IndexedDB'))
    })
}

export const kept = {
    put: (game: KeptGame) => run(GAMES, 'readwrite', store => store.put(game)),
    get: (id: string) =>
        run<KeptGame | undefined>(GAMES, 'readonly', store => store.get(id)),
    drop: (id: string) => run(GAMES, 'readwrite', store => store.delete(id)),
    /** Newest first. */
    all: async () => (await run<KeptGame[]>(GAMES, 'readonly', store => store.getAll()))
        .sort((a, b) => b.changed - a.changed),

    putOpened: (record: OpenedRecord) =>
        run(OPENED, 'readwrite', store => store.put(record, 'record')),
    getOpened: () =>
        run<OpenedRecord | undefined>(OPENED, 'readonly', store => store.get('record'))
}

export const newId = () => crypto.getRandomValues(new Uint32Array(2))
    .reduce((id, part) => id + part.toString(36), '')
