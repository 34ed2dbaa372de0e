/* The engine as WebAssembly: text in, text out. No generated glue; the module imports nothing. */

type Exports = Record<string, (...args: number[]) => number> & { memory: WebAssembly.Memory }

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The engine stopped on a failed assertion or a trap: this instance is spent. */
export class EngineStopped extends Error {}

export class Module {
    private readonly wasm: Exports
    private readonly handle: number

    constructor(compiled: WebAssembly.Module) {
        this.wasm = new WebAssembly.Instance(compiled, {}).exports as unknown as Exports
        this.wasm['_initialize']!()
        this.handle = this.wasm['sandtable_new']!()
        if (!this.handle)
            throw new EngineStopped('no memory for the engine')
    }

    /** Call sandtable_NAME and read its answer. Numbers pass as they are, null as no text. */
    call(name: string, args: readonly (string | number | null)[]): unknown {
        const function_ = this.wasm[`sandtable_${name}`]
        if (!function_)
            throw new TypeError(`the engine has no sandtable_${name}`)
        const given = args.map(a => (typeof a === 'string' ? this.write(a) : (a ?? 0)))
        try {
            return JSON.parse(this.read(function_(this.handle, ...given)))
        } catch (error) {
            if (error instanceof WebAssembly.RuntimeError)
                throw new EngineStopped(this.read(this.wasm['sandtable_bug']!()) || error.message)
            throw error
        } finally {
            args.forEach((a, i) => typeof a === 'string' && this.wasm['free']!(given[i]!))
        }
    }

    private write(text: string): number {
        const bytes = encoder.encode(text)
        const at = this.wasm['malloc']!(bytes.length + 1)
        if (!at)
            throw new EngineStopped('no memory for a text')
        const memory = new Uint8Array(this.wasm.memory.buffer)
        memory.set(bytes, at)
        memory[at + bytes.length] = 0
        return at
    }

    private read(at: number): string {
        const memory = new Uint8Array(this.wasm.memory.buffer)
        return decoder.decode(memory.subarray(at, memory.indexOf(0, at)))
    }
}
