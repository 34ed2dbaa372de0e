/* speed.mjs PROGRAM [SECONDS] [ROUNDS] - a state over HTTP against nginx with a file of the same bytes.
 *
 * Both are held on one processor, wrk on another; what counts is how many requests a second of the
 * server's own processor time answers, since the rest of the machine may be busy. Not a test: run it
 * by hand, with the Debian packages wrk and nginx-light.
 */
import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { Server, folder, sleep } from './wire.mjs'

const [program, seconds = '3', rounds = '3'] = process.argv.slice(2)
const work = folder(), PORT = 8098

/* Processor seconds of all threads so far. */
function used(pid) {
    const tasks = `/proc/${pid}/task`
    return fs.readdirSync(tasks).reduce((sum, t) =>
        sum + Number(fs.readFileSync(`${tasks}/${t}/schedstat`, 'utf8').split(' ')[0]) / 1e9, 0)
}

function requests(url, pid, ...more) {
    const before = used(pid)
    const out = execFileSync('taskset', ['-c', '1', 'wrk', '-t1', '-c4', `-d${seconds}s`, ...more, url],
                             { encoding: 'utf8' })
    if (/Non-2xx|Socket errors/.test(out))
        throw new Error(out)
    return Number(/(\d+) requests in/.exec(out)[1]) / (used(pid) - before)
}

/* One worker, no log, files kept open: as fast as it gets. */
async function nginx(cached) {
    const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map(n => `${n}_temp_path ${work}/${n};`).join(' ')
    fs.writeFileSync(path.join(work, 'conf'), `daemon off; master_process off; pid ${work}/pid;
        error_log ${work}/errors; events { worker_connections 256; }
        http { types { application/json json; } access_log off; sendfile on; tcp_nopush on; ${temp}
               keepalive_requests 100000000; ${cached ? 'open_file_cache max=10;' : ''}
               server { listen 127.0.0.1:${PORT}; root ${work}/www; } }`)
    const process = spawn('taskset', ['-c', '0', 'nginx', '-c', path.join(work, 'conf')],
                          { stdio: ['ignore', 'ignore', 'inherit'] })
    await sleep(500)
    return process
}

const median = list => [...list].sort((a, b) => a - b)[list.length >> 1]

try {
    fs.mkdirSync(path.join(work, 'www'))
    const server = await Server.start(program, path.join(work, 'data'))
    execFileSync('taskset', ['-acp', '0', `${server.process.pid}`])
    for (const scenario of ['shields/malfosse', 'shields/hastings', 'mons/mons']) {
        const { id, tokens } = await server.make({ scenario })
        const { raw } = await server.state(id, tokens.umpire)
        fs.writeFileSync(path.join(work, 'www/state.json'), raw)
        for (const cached of [false, true]) {
            const other = await nginx(cached), ours = [], theirs = []
            for (let i = 0; i < Number(rounds); i++) {
                ours.push(requests(`${server.origin}/api/tables/${id}/state`, server.process.pid,
                                   '-H', `Authorization: Bearer ${tokens.umpire}`))
                theirs.push(requests(`http://127.0.0.1:${PORT}/state.json`, other.pid))
            }
            other.kill()
            await new Promise(done => other.on('exit', done))
            const ratios = ours.map((n, i) => n / theirs[i])
            console.log(`${scenario}, ${raw.length} bytes: ${Math.round(median(ours))} a second of ` +
                        'processor time, ' +
                        `nginx${cached ? ' with open files' : ''} ${Math.round(median(theirs))}; ratio ` +
                        `${median(ratios).toFixed(2)} (${ratios.map(r => r.toFixed(2)).join(' ')})`)
        }
    }
    await server.stop()
} finally {
    fs.rmSync(work, { recursive: true })
}
