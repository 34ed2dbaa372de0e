/* The sheet of drawings and its rules as texts (src/view/looks), for whatever is made from them. */
import rules from '../../../src/view/looks/looks.css?raw'
import sheet from '../../../src/view/looks/sheet.svg?raw'

/** Every symbol and tile. */
export const drawings = sheet.slice(sheet.indexOf('>') + 1, sheet.lastIndexOf('</svg>'))
const words = new Set([...sheet.matchAll(/ id="k-([^"]+)"/g)].map(found => found[1]!))

/** Is there a drawing for that word? */
export const hasDrawing = (word: string | undefined) => word !== undefined && words.has(word)

/** A picture as the module writes it lacks the sheet, which it has not got. */
export const withSheet = (svg: string) => svg.replace('<!--rules-->', () => rules)
    .replace('<!--sheet-->', () => `<defs>${drawings}</defs>`)
