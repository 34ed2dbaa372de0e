/* rules.mjs - the rule books: every paragraph the engine can cite has a place on the page. */
import assert from 'node:assert/strict'
import { assertNoSidewaysScroll, forgetWorker, goTo, native, openPage, PHONE, picture, run,
         startPlain, test, until } from './harness.mjs'

const { address } = await startPlain()
const games = native('games')

for (const game of games)
    test(`the book of ${game.id} has the headings and cited paragraphs of the engine`, async () => {
        const page = await openPage(`${address}#/rules/${game.id}`)
        await page.waitForSelector('.rule-text .markdown')
        const anchors = new Set(await page.locator('[id^="para-"]').evaluateAll(nodes =>
            nodes.map(node => node.id.slice('para-'.length))))
        const cited = [
            ...native('rules', game.id).headings.map(heading => heading.para),
            ...game.charts.map(id => native('chart', game.id, id).para),
            ...native('ask', game.id).map(question => question.para)
        ].filter(para => para !== null)
        assert.deepEqual(cited.filter(para => !anchors.has(para)), [])
    })

test('an address leads to its paragraph, whatever the case', async () => {
    const page = await openPage(`${address}#/rules/shields/r12.3`)
    const lit = page.locator('.para-lit')
    await lit.waitFor()
    const { text } = native('rules', 'shields', 'R12.3')
    const plain = words => words.replace(/[*\-\s]+/g, ' ').trim()
    assert.equal(plain(await lit.textContent()), plain(text))
    await until('it is in view', () => lit.evaluate(node => {
        const { top, bottom } = node.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
    }))
    assert.equal(await lit.evaluate(node => node === document.activeElement), true)
    await picture(page, 'paragraph')
})

test('a paragraph in a sentence is a link to it', async () => {
    const page = await openPage(`${address}#/rules/shields/R4.6`)
    await page.locator('#para-R5\\.3 a', { hasText: 'R4.6' }).click()
    await until('the address follows', () => page.url().endsWith('#/rules/shields/R4.6'))
})

test('searching finds paragraphs and leads to them', async () => {
    const page = await openPage(`${address}#/rules/shields`)
    await page.getByPlaceholder('Find in this rule book').fill('suppressed')
    await page.locator('.rule-found li mark').first().waitFor()
    await picture(page, 'found')
    const first = page.locator('.rule-found li a').first()
    const para = await first.textContent()
    await first.click()
    assert.equal(await page.locator('.para-lit').getAttribute('id'), `para-${para}`)
})

/** What a term says of itself, in one look: opened or not, and the note it controls. */
const note = term => term.evaluate(node => {
    const said = document.getElementById(node.getAttribute('aria-controls'))
    return { open: node.getAttribute('aria-expanded') === 'true', hidden: said.hidden, text: said.textContent }
})

test('a word of the game is explained where it stands, on tap', async () => {
    for (const { id } of games.filter(game => game.id !== 'blank')) {
        const page = await openPage(`${address}#/rules/${id}`, PHONE)
        const term = page.locator('.rule-text button.term').first()
        await term.waitFor()
        assert.deepEqual(await note(term), { open: false, hidden: true, text: '' })
        await term.tap()
        await until(`${id}: it is explained`, async () => {
            const { open, hidden, text } = await note(term)
            return open && !hidden && text.length > 8
        })
        await term.press('Escape')
        await until(`${id}: it is closed again`, async () => !(await note(term)).open)
        await page.context().close()
    }
})

test('a paragraph that is not there is said not to be there', async () => {
    const page = await openPage(`${address}#/rules/shields/R99.9`)
    await page.getByText('This rule book has no paragraph R99.9.').waitFor()
})

test('words that look like HTML stay words', async () => {
    const page = await openPage()
    await forgetWorker(page) // it would bring the true book
    await page.route('**/texts/blank.json', async route => {
        const texts = await (await route.fetch()).json()
        texts['blank/RULES.md'] = '# Book\n\n- **B1** <img src=x onerror="alert(1)"> <b>bold</b> ' +
            '[bad](javascript:alert(1)) [good](https://example.org/)\n'
        await route.fulfill({ json: texts })
    })
    await page.goto(`${address}#/rules/blank`)
    const item = page.locator('#para-B1')
    await item.waitFor()
    assert.match(await item.textContent(), /<img src=x onerror="alert\(1\)"> <b>bold<\/b>/)
    assert.equal(await item.locator('img, b').count(), 0)
    const links = await item.locator('a:not(.para)').evaluateAll(all => all.map(a => a.href))
    assert.deepEqual(links, ['https://example.org/'])
})

test('on a phone no book scrolls sideways', async () => {
    const page = await openPage(`${address}#/rules`, PHONE)
    for (const game of games) {
        await goTo(page, `#/rules/${game.id}`)
        await until('its first heading', async () =>
            (await page.title()).includes(game.title) && await page.locator('.markdown h2').count())
        await assertNoSidewaysScroll(page)
    }
    await picture(page, 'phone')
})

await run()
