/* run.mjs [NAME...] - bundle every test/*.test.ts with vite (node does not read TypeScript) and run
 * the bundles with node's own test runner. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const here = path.dirname(fileURLToPath(import.meta.url))
const out = path.resolve(here, '../../build/web/test')
const wanted = process.argv.slice(2)
const tests = fs.readdirSync(here).filter(name => name.endsWith('.test.ts'))
    .filter(name => !wanted.length || wanted.some(w => name.startsWith(w)))

await build({
    root: path.resolve(here, '..'), configFile: false, logLevel: 'warn', ssr: { noExternal: true },
    build: { ssr: true, outDir: out, emptyOutDir: true, minify: false, sourcemap: 'inline',
             rollupOptions: { input: tests.map(name => path.join(here, name)),
                              output: { entryFileNames: '[name].mjs',
                                        chunkFileNames: '[name]-[hash].mjs' } } }
})
const bundles = tests.map(name => path.join(out, name.replace(/\.ts$/, '.mjs')))
process.exit(spawnSync(process.execPath, ['--enable-source-maps', '--test', ...bundles],
                       { stdio: 'inherit' }).status ?? 1)
