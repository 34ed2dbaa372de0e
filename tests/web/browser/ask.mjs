/* ask.mjs - the page "Ask the umpire" says what `sandtable ask --json` says. */
import assert from 'node:assert/strict'
import { assertNoSidewaysScroll, goTo, native, openPage, PHONE, picture, run, startPlain, test,
         until } from './harness.mjs'

const { address } = await startPlain()

/** The answer on the page, read as a player reads it. */
function answerOn(page) {
    return page.evaluate(() => {
        const text = node => node?.textContent.trim() ?? null
        const all = (selector, from = document) => Array.from(from.querySelectorAll(selector))
        return {
            verdict: text(document.querySelector('.answer-verdict')),
            result: text(document.querySelector('.answer-result strong')),
            rows: all('.distribution tbody tr').map(row => ({
                label: text(row.querySelector('th')),
                dice: text(row.querySelector('.distribution-dice'))
                    ?.replaceAll('\u200b', '') || null,
                p: text(row.querySelector('.distribution-p'))
            })),
            lines: all('.reasons li').map(line => ({
                para: text(line.querySelector('.para')), text: text(line.lastElementChild)
            })),

            wrong: text(document.querySelector('.question-answer .note.bad'))
        }
    })
}

/** What came out, in words. */
const resultIn = said => said.rows.find(row => row.label === said.result)?.says ?? said.result

/** What the command line says, in the same shape. */
function expected(said) {
    const withoutPara = line => line.cite && line.says.startsWith(`${line.para} `)
        ? line.says.slice(line.para.length + 1) : line.says
    return {
        verdict: said.says, result: resultIn(said),
        rows: said.rows.map(row => ({ label: row.says, dice: row.dice || null, p: row.p })),
        lines: said.lines.map(line => ({ para: line.para, text: withoutPara(line) }))
    }
}

async function sameAnswer(page, game, question, given = {}) {
    const words = Object.entries(given).map(([key, value]) => `${key}=${value}`)
    const want = expected(native('ask', game, question, ...words))
    const more = page.locator('.distribution-more')
    await until(`the answer to ${game} ${question} ${words.join(' ')}`, async () => {
        if (await more.count())
            await more.click()
        const { wrong, ...got } = await answerOn(page)
        try {
            assert.deepEqual(got, want)
            return true
        } catch (error) {
            page.lastDifference = error.message
            return false
        }
    }).catch(error => { throw new Error(`${error.message}\n${page.lastDifference}`) })
}

const games = native('games')

for (const game of games)
    test(`every question of ${game.id} is answered as on the command line`, async () => {
        const page = await openPage(`${address}#/ask/${game.id}`)
        await until('all questions are listed', async () =>
            await page.locator('.question-list li').count() === game.questions.length)
        for (const question of game.questions) {
            let refused = false
            try {
                native('ask', game.id, question)
            } catch {
                refused = true // by its own defaults; the page must say so too
            }
            await goTo(page, `#/ask/${game.id}/${question}`)
            await page.waitForSelector(
                `select[name=question]:has(option[value=${question}]:checked)`)
            if (refused)
                await page.waitForSelector('.question-answer .note.bad')
            else
                await sameAnswer(page, game.id, question)
        }
    })

test('a change of the form changes the answer, and the address with it', async () => {
    const page = await openPage(`${address}#/ask/shields/combat`)
    await page.getByRole('button', { name: 'one more' }).first().click()
    await page.getByRole('button', { name: 'one more' }).first().click()
    await page.getByLabel('The attacked in Shield Wall').check()
    await sameAnswer(page, 'shields', 'combat', { supporters: 2, wall: 'yes' })
    assert.equal(new URL(page.url()).hash, '#/ask/shields/combat?supporters=2&wall=yes')
    await picture(page, 'combat')
})

test('an address with inputs is answered at once', async () => {
    const page = await openPage(`${address}#/ask/mons/melee?attack=9&defence=3`)
    await sameAnswer(page, 'mons', 'melee', { attack: 9, defence: 3 })
})

test('a rolled die gives the one result', async () => {
    const page = await openPage(`${address}#/ask/shields/combat`)
    await page.locator('.dice-faces label').nth(3).click()
    await sameAnswer(page, 'shields', 'combat', { dice: 4 })
    await page.getByRole('button', { name: 'Not rolled yet' }).click()
    await sameAnswer(page, 'shields', 'combat')
})

test('a number that cannot be is refused in words, and asking goes on', async () => {
    const page = await openPage(`${address}#/ask/shields/combat`)
    const supporters = page.locator('input[name=supporters]')
    await supporters.fill('77')
    await page.waitForSelector('.question-answer .note.bad')
    await supporters.fill('1')
    await sameAnswer(page, 'shields', 'combat', { supporters: 1 })
})

test('what was asked last is remembered, and can be put back', async () => {
    const page = await openPage(`${address}#/ask/shields/fire?bonus=yes`)
    await sameAnswer(page, 'shields', 'fire', { bonus: 'yes' })
    await goTo(page, '#/ask/shields/cost')
    await sameAnswer(page, 'shields', 'cost')
    await goTo(page, '#/ask/shields/fire')
    await sameAnswer(page, 'shields', 'fire', { bonus: 'yes' })
    await page.getByRole('button', { name: 'Start afresh' }).click()
    await sameAnswer(page, 'shields', 'fire')
})

test('the answer is for the scenario the form shows', async () => {
    const page = await openPage(`${address}#/ask/mons/cost?unit=B01&path=2209`)
    await page.getByText('no unit `B01` in nimy').first().waitFor()
    await page.locator('select[name=scenario]').selectOption('mons')
    await sameAnswer(page, 'mons', 'cost', { unit: 'B01', path: '2209' }) // the program finds it
})

test('a paragraph leads to the rule, a looked-up cell to the chart with the cell lit', async () => {
    const page = await openPage(`${address}#/ask/shields/combat?dice=3`)
    await page.locator('.reasons a', { hasText: 'What the die does' }).click()
    await page.waitForSelector('#chart-crt td.lit')
    assert.equal(await page.locator('#chart-crt td.lit').textContent(),
                 native('ask', 'shields', 'combat', 'dice=3').result)
    await page.goBack()
    await page.locator('.reasons .para', { hasText: 'R12.4' }).click()
    await page.waitForSelector('#para-R12\\.4.para-lit')
})

test('on a phone the answer stays in sight below the form', async () => {
    const page = await openPage(`${address}#/ask/guerre/melee`, PHONE)
    await page.locator('.answer-summary').waitFor()
    await assertNoSidewaysScroll(page)
    await picture(page, 'phone')
    await page.locator('.answer-summary').tap()
    await until('the answer is in view', () => page.evaluate(() =>
        document.querySelector('.answer').getBoundingClientRect().top < innerHeight - 60))
    await picture(page, 'phone-answer')
})

test('no field wants a code: grounds, captains and policies are named choices', async () => {
    const page = await openPage(`${address}#/ask/honour/battle`)
    await page.locator('select[name=pick-att_policy]')
        .selectOption({ label: 'Engages until he is ahead, then Holds' })
    await page.locator('select[name=pick-ground]').selectOption({ label: 'A hill' })
    await sameAnswer(page, 'honour', 'battle', {
        att_policy: 'hold - if A.successes > B.successes; engage -',
        from: '1019', to: '1020', scenario: 'pavia_1524'
    })
    assert.equal(await page.locator('.question-inputs input[type=text]:not([inputmode=numeric])').count(), 0)
    await page.locator('select[name=pick-ground]').selectOption('write') // whoever wants to writes
    await page.locator('input[name=from]').waitFor()
    await picture(page, 'picks')
})

test('an assault is asked by taps: ground, who, over what, with how many steps', async () => {
    for (const options of [{}, PHONE]) {
        const page = await openPage(`${address}#/ask/mons/assault`, options)
        const form = page.locator('.question-inputs')
        await form.getByRole('radio', { name: 'A wood' }).check({ timeout: 9000 })
        await form.locator('input[type=checkbox][value=G09]').check()
        await form.locator('.several', { hasText: 'Fusilier Regiment' }).getByRole('radio', { name: 'canal or river' }).check()
        await form.locator('.several', { hasText: 'Fusilier Regiment' }).getByRole('button', { name: /less|fewer/i }).click()
        await form.locator('input[type=checkbox][value=G12]').check()
        await sameAnswer(page, 'mons', 'assault', { target: 'forest', attackers: 'G08@dry,G09@water:3', guns: 'G12' })
        assert.equal(await form.locator('input[type=text]:not([inputmode=numeric])').count(), 0)
        assert.doesNotMatch(await form.innerText(), /NAME|@|\b[GB]\d\d\b|ties/)
        await assertNoSidewaysScroll(page)
        await picture(page, `assault-${options === PHONE ? 'phone' : 'wide'}`)
    }
})

test('kinds of troops and grades are called what they are, not by their code', async () => {
    const page = await openPage(`${address}#/ask/guerre/melee`)
    const form = page.locator('.question-inputs')
    for (const name of ['Gendarmes', 'Pikes', 'Regular', 'Veteran'])
        await form.getByText(name, { exact: true }).first().waitFor({ state: 'attached' }) // an option, maybe
    assert.equal(await form.getByText('right', { exact: true }).count(), 0) // R is a grade here
    await picture(page, 'troops')
})

test('no field and no answer wants a code to be known', async () => {
    const page = await openPage(`${address}#/ask`, PHONE)
    const read = async (game, id) => {
        await goTo(page, `#/ask/${game}/${id}`)
        await page.locator(`.question-choice select`).waitFor()
        await until(`${game} ${id} is asked`, () => page.evaluate(to => location.hash.startsWith(to) &&
            document.querySelector('.question-form .field, .question-form fieldset') !== null, `#/ask/${game}/${id}`))
        return page.evaluate(() => [...document.querySelectorAll('.question-form :is(label, legend), .question-choice option:checked')]
            .filter(node => !node.closest('details:not([open])') && !node.querySelector('select')).map(node => node.innerText || node.textContent))
    }
    const coded = /\b[A-Z]{2}\*|\w_\w|\b[VHL]H?, |\bof [AB]\b|\b[xy], mm|\bEX\b|\bLESS\b/
    for (const [game, id] of [['shields', 'combat'], ['shields', 'integrity'], ['guerre', 'result'], ['guerre', 'corners'],
                              ['skirmish', 'shot'], ['skirmish', 'melee'], ['honour', 'discipline'], ['honour', 'attrition']])
        assert.deepEqual((await read(game, id)).filter(words => coded.test(words)), [], `${game} ${id}`)
    await read('shields', 'combat')
    assert.deepEqual(await page.locator('select[name="type"] option').allTextContents().then(all => all.filter(one => one.length < 4)), [],
                     'names are not cut off')
    assert.match((await read('skirmish', 'shot')).join(' '), /What are the chances of one shot\?.*What lies between/)
    await goTo(page, '#/ask/guerre/result')
    await until('types are named', async () =>
        /Destroyed by Gendarmes, Forlorn Hope/.test(await page.locator('.answer-verdict').textContent()))
    await goTo(page, '#/ask/guerre/melee')
    const faces = page.locator('.rolled .dice-faces')
    await until('two dice are tapped, not typed', async () => await faces.count() === 2)
    await faces.nth(0).locator('label').nth(2).click()
    await faces.nth(1).locator('label').nth(4).click()
    await page.locator('.answer-result').waitFor()
    await picture(page, 'tapped')
})

await run()
