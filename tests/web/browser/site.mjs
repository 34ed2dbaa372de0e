/* site.mjs - the site (make site) in a folder of some host: from a document to the table and back to the rules. */
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { openPage, picture, program, root, run, startPlain, temporaryFolder, test } from './harness.mjs'

test('from the first page to the table, to a game\'s five minutes and all its rules', async () => {
    const folder = temporaryFolder()
    execFileSync(process.execPath, [path.join(root, 'web/site/make.mjs'), folder],
                 { env: { ...process.env, SANDTABLE: path.resolve(program) } })
    const plain = await startPlain(folder)
    const page = await openPage(`${plain.address}index.html`)
    await picture(page, 'site')
    await page.getByRole('link', { name: 'Shields & Swords', exact: true }).click()
    await page.getByRole('heading', { name: 'Shields & Swords in five minutes' }).waitFor()
    await page.waitForFunction(() => [...document.images].slice(0, 1).every(image => image.complete && image.naturalWidth > 0))
    await page.getByRole('link', { name: 'All rules' }).click()
    await page.getByRole('heading', { name: /the rules as umpired/ }).waitFor()
    await page.getByRole('link', { name: 'Play in the browser' }).click()
    await page.getByRole('button', { name: 'Begin' }).first().waitFor()
})

await run()
