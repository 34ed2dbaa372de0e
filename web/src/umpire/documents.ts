/* The documents the engine answers with. include/sandtable.h describes them; this file only gives
 * their members types. Nothing here knows a game. */

/** What the rules say against it; `says` with titles for codes, where there is a paragraph. */
export interface Refused { refused: { para: string; text: string; says?: string } }
export interface Failed {
    error: { kind: string; where?: string; line?: number; text: string }
}
/** An answer, or why there is none. */
export type Answer<T> = T | Refused | Failed

export const isRefused = (a: object): a is Refused => 'refused' in a
export const isFailed = (a: object): a is Failed => 'error' in a

// ---- the library -----------------------------------------------------------------------------

export interface GameInfo {
    id: string; title: string; edition: string; secrets: boolean
    scenarios: string[]; charts: string[]; questions: string[]; verbs: string[]
}
export interface ScenarioInfo {
    id: string; title: string; blurb: string; sides: string[]; side_titles: string[]; armies?: string[]
    cols: number; rows: number; pieces: number; options: ScenarioOption[]
}
/** Something of a scenario that players may wish otherwise. */
export interface ScenarioOption {
    key: string; title: string; para: string | null
    kind: 'number' | 'choice' | 'several' | 'text'
    /** As the scenario has it; several words stand with commas between, none of them is `none`. */
    value: string
    lo?: number; hi?: number
    choices?: { value: string; title: string; para?: string }[]
}
export interface ChartInfo {
    id: string; para: string | null; title: string; rows: number; columns: number
}
/** Labels are what cells are cited by, titles what players read; "" over what is not for them. */
export interface Axis { name: string; labels: string[]; titles?: string[] }
/** A cell of a chart somebody looked at. */
export interface Citation {
    chart: string; title: string; para: string | null
    row: string; column: string; clamped: boolean; cell: string
}
export interface RulesIndex {
    game: string
    headings: { level: number; para: string | null; text: string }[]
    moves: string[]
}
export interface RulesText { game: string; para: string; text: string }

/** A row of a game's sheet of words. */
export interface Word {
    kind: string; id: string; says?: string; short?: string; explains?: string; para?: string
    form?: string
}

export interface Input {
    key: string; title: string; kind: 'choice' | 'number' | 'yes' | 'text'
    default: string; lo?: number; hi?: number; choices?: string[]
    /** What the choices are called, where the sheet of words says so. */
    titles?: (string | undefined)[]
}
export interface Question { id: string; title: string; para: string; inputs: Input[] }
export interface AskRow { label: string; says?: string; dice: string | null; p: string; value: number }
export interface AskAnswer {
    game: string; question: string; scenario: string; title: string; para: string
    /** says: the verdict in words. */
    lines: GameEvent[]; verdict: string | null; says?: string | null; dice: string | null; result: string | null
    rows: AskRow[]; exact: boolean; complete: boolean
    /** The rows told as people do: the likeliest in a line, and each thing that may happen. */
    headline?: string | null; outcomes?: OddsOutcome[]
    /** The rules forbid what is asked about: that is the verdict. */
    refused?: Refused['refused']
}
export type Verdict =
    /** text: what was looked at and what could not be; whole: all of it could. */
    | { record: string; sound: true; whole: boolean; text: string; lines: number
        moves: number; dice: number; recomputed: number; checks: number; rulings: number
        missing: string[]; unknown: string[] }
    | { record: string; sound: false; readable: boolean; where: string; line: number; text: string }

// ---- a game on the table ---------------------------------------------------------------------

export interface Hex { hex: string; look: string; level: number; label?: string; place?: string }
export interface Edge { hex: string; direction: number; kind: string }
export interface HexMap {
    cols: number; rows: number; hexes: Hex[]; edges: Edge[]
    /** The part that is in play, counted from 1; without it all of it. */
    window?: { first_col: number; last_col: number; first_row: number; last_row: number }
    /** The printed ground as SVG, in the units of board/hexes.ts. */
    ground?: string
}
/** A name of the map where it is written, in the units of the ground. */
export interface MapName {
    text: string; kind: string; x: number; y: number; anchor: 'start' | 'middle' | 'end'
    turn?: number
}
/** Micrometres from the south-west corner. */
export interface PlaneMap { width: number; height: number }
export const isHexMap = (m: HexMap | PlaneMap): m is HexMap => 'cols' in m

export interface FieldInfo {
    name: string; title: string; of: string | null; kind: string | null; settable: boolean
    symbols?: string[]
}
export interface Names { kind: string; pieces: boolean; names: { id: string; title?: string; explains?: string }[] }
export interface Plan {
    game: string; edition: string; scenario: string; title: string; blurb: string
    secrets: boolean; sides: string[]; side_titles: string[]
    names: Names[]; verbs: string[]; fields: FieldInfo[]
    /** The form of each verb in pieces, in the order of the text. */
    forms: FormPart[][]
    map?: HexMap | PlaneMap
    /** How it is drawn, and the colours of the sides: words of src/view/looks. */
    manner?: string; armies?: string[]
}

export interface Base {
    /** Micrometres from the south-west corner; quarter degrees clockwise from north. */
    x: number; y: number; heading: number
    left: number; right: number; back: number; front: number; radius: number
}
export interface Piece {
    id: string; title: string; side: string | null; hex: string | null
    symbol: string; factors: string; steps: number; steps_full: number
    reduced: boolean; can_act: boolean; states: string
    base?: Base
    /** What it moves and fights with: a force, a wing. */
    group?: string
    /** Military symbol code of the counter, where the game has one. */
    sidc?: string
    /** Its drawing in the sheet, its coats, the stripe of its formation, dots of quality. */
    figure?: string; dress?: string; band?: number; quality?: number
    /** Whoever commands is there; whose army it belongs to, where armies are drawn whole. */
    leads?: boolean; leader?: string
    /** Its kind and its states as people call them, from the list of forces. */
    type?: string; says?: string
}
export interface Shape {
    kind: 'ground' | 'line' | 'zone' | 'arc'
    look: string; label: string; piece?: string; side?: string
    points: number[]
}
export interface Face { face: number; weight: number }
export interface Turn {
    kind: 'decision' | 'die' | 'over'
    step: string; para: string; text: string
    side?: string; dice?: string; label?: string; faces?: Face[]; winner?: string | null
    /** What the die is for, in words. */
    says?: string
}
/** What is asked of whoever decides: a sentence, its heading, what ends it, how much is left. */
export interface Ask { text: string; short?: string; explains?: string; para?: string; left?: number }
/** How something stands that players watch: the turn, losses, commands left. */
export interface Track {
    id: string; title: string; kind: string; side?: string | null
    now?: number; of?: number | null; text?: string; explains?: string
    /** Of the phase: all phases of a turn with their steps; of the turn: its dates (docs/formats.md). */
    steps?: string
}
/** What a side wants: how far it is, and how far it must come. */
export interface Goal {
    side: string | null; text: string; now?: number | null; needed?: number | null; met?: boolean
}
/** A unit in the list of forces; id is that of its piece, where it has one. */
export interface Force {
    id: string; title: string; side: string | null; group?: string; type?: string
    figure?: string; state?: string; detail?: { title: string; text: string }[]; can_act?: boolean
}
/** A chit, card or marker; without an id it lies face down. */
export interface BattleChit {
    id?: string; title?: string; explains?: string; n: number
    /** Rounds that it still counts. */
    left?: number
}
/** A part of an army in a battle; off: not in its line, such as a hand of chits. */
export interface BattleSection {
    side: string; id: string; title: string; explains?: string; off?: boolean; leader?: string
    states: string; says: string; pieces: string[]; chits: BattleChit[]
}
/** A battle that is fought beside the map. */
export interface Battle { tracks: Track[]; sections: BattleSection[] }
/** What a side is told before a game. */
export interface SideBriefing {
    side: string; you_are?: string; task?: string; enemy?: string; length?: string
    watch?: string[]
}
export interface Briefing {
    place?: string; sides: SideBriefing[]; minutes?: string | number; hard?: string
    first_seat?: string
}
export interface State {
    game: string; scenario: string; title: string; sides: string[]
    turn: Turn; measures: Record<string, number>
    ask?: Ask; tracks?: Track[]; goals?: Goal[]; forces?: Force[]; battle?: Battle
    pieces: Piece[]; marks: { hex: string | null; text: string }[]; shapes?: Shape[]
    /** What lies on a bare table, drawn; names laid between the pieces. */
    ground?: string; map_names?: MapName[]
    notes: string[]; prompt: string; hash: string
    line: number; lines: number; mode: string
}
export interface Field {
    name: string; title: string; value: number; text: string; settable: boolean
}
export interface Fields { name: string | null; fields: Field[] }

/** A legal move; or a family of them, whose arguments from `fixed` on are free. */
export interface Offer {
    move?: string; family?: string; fixed?: number
    /** The move as a sentence, and as a button. */
    says?: string; short?: string
    pieces?: string[]; hexes?: string[]
    /** Names of other lists in it, such as the groups of pieces. */
    names?: string[]
    /** Where a move on a bare table ends, um. */
    end?: [number, number]
}
/** Words that stand for themselves, or a slot with the words that lead to it. */
export interface FormPart { text: string; slot?: string; sep?: string; optional?: boolean }
export interface OfferGroup {
    verb: string; form: string; piece: string | null; offers: Offer[]
    /** What the verb is about, and its paragraph; does it give the game up? Does it say who acts, so that what they do
     *  is asked next? Does it end a step? */
    explains?: string; para?: string; yields?: boolean; opens?: boolean; closes?: boolean
}
export interface Offers { offers: OfferGroup[] }

export interface GameEvent {
    kind: string; para: string | null; text: string; value?: number; cite?: Citation
    says?: string
    /** The result that was read from a chart, in words. */
    means?: string
}
export interface Line {
    kind: 'move' | 'die' | 'check' | 'note' | 'ruling' | 'over' | string
    number?: number; side?: string; text?: string; dice?: string; value?: number; hash?: string
    secret?: boolean
    /** The move as a sentence; whether it ended a phase. */
    says?: string; closes?: boolean
    /** What somebody remarked: the words of a note, or beside a move. */
    comment?: string
    events: GameEvent[]
}
export interface Lines { tags: { key: string; value: string }[]; lines: Line[] }

export interface OddsRow {
    values: Record<string, string>; p: string; value: number
    decision: string | null; side: string | null; stopped: boolean
    /** The matter is over, and this die comes next. */
    die: string | null
}
/** Where the odds stop on the way, and moves that might be supposed there. */
export interface OddsDecision {
    side: string; decision: string; para: string; moves: string[]; more: boolean
    /** What is decided there, as people call it. */
    short?: string
    /** The moves as sentences. */
    says?: string[]
}
/** A way it may end, as a sentence, and the rows that come to it. */
export interface OddsOutcome { says: string; p: string; value: number; rows?: number[] }
export interface OddsFace { face: number; p: string; cite?: Citation }
export interface Odds {
    game: string; scenario: string; move: string | null; events: GameEvent[]
    says?: string; outcomes?: OddsOutcome[]
    /** What happens in any case, which no outcome repeats. */
    certain?: string
    /** How likely whoever decides is to win after it, as the engine judges. */
    chance?: number
    dice: string | null; label: string | null; faces: OddsFace[]; rows: OddsRow[]
    decisions: OddsDecision[]
    /** What the game supposes where nobody said anything, or null. */
    supposed: string | null
    /** What is supposed to SENSIBLY, as it would be given, and in words entry by entry. */
    given?: string | null; supposing?: string[]
    more_changes: boolean; exact: boolean; complete: boolean; positions: number
}
/** What a move would do by itself, before any die: pieces as they would stand. */
export interface Preview {
    move: string; says?: string; events: GameEvent[]; changed: Piece[]; gone: string[]
    /** Zones and arcs the changed pieces would have. */
    shapes?: Shape[]
    /** Of a march: its hexes, and what was spent on reaching each. */
    way?: { hex: string; spent: number; half?: boolean }[]
    /** The goal that it brings nearer by itself, and whether it is met with that. */
    goal?: string; met?: boolean
}
/** The legal move that brings a piece nearest to a place, and why it comes no nearer. */
export interface Drag extends Preview {
    because?: { para: string; text: string }
}
/** How a piece of a bare table shoots: its bands with what is needed to hit, the nearest first; micrometres. With a
 *  target: what is needed to hit it, or what is in the way, a piece or a shape of the state. */
export interface Sight {
    piece: string
    bands: { to: number; needs: string; label: number[]; points: number[]; behind?: number[] }[]
    target?: string
    needs?: string
    because?: { para: string; text: string }
    by?: string
    place?: number
}
/** A question of the game's, and its inputs as the engine reads them, a line each. */
export interface Meeting { question: string; inputs: string }
export interface Changed { from: number; lines: number }
/** Somebody else is asked first: the side. */
export interface Asked { asked: string }
