/* What hands and keys do to pieces: point at one, lift it, carry, turn and put it down. Kept
 * outside of rendering, so that a pointer that moves renders only the piece in the hand. */
import { type Signal, signal } from '@preact/signals'
import type { Piece } from '../umpire/documents'
import { say } from '../words/words'
import type { BoardProps, Place } from './contract'
import { FINGER_PX } from './crowd'
import type { Geometry, Held } from './geometry'
import type { Lift } from './gestures'
import type { Point } from './hexes'
import { litPlaces } from './hints'
import { isOnBoard } from './names'
import type { Viewport } from './viewport'

/** A piece in the hand. */
export interface Carried { piece: Piece; held: Held; place: Place | null }

export class Hand {
    /** Those of the last rendering. */
    props!: BoardProps & { geometry: Geometry }
    readonly carried: Signal<Carried | null> = signal(null)
    readonly said = signal('')
    private grip: Point = { x: 0, y: 0 } // from the piece's point to the hand
    private how: Lift['how'] | 'keys' = 'carry'
    private turned = false
    private told = ''

    constructor(readonly viewport: Viewport) {}

    piece(id: string): Piece | undefined {
        return this.props.state.pieces.find(p => p.id === id)
    }

    /** The place of a piece is lit, whoever lies there. */
    isPlaceLit(piece: Piece): boolean {
        return litPlaces(this.props.hints).some(h =>
            h.piece === undefined && h.hex !== undefined && h.hex === piece.hex)
    }

    /** It can be acted on. */
    isLit(piece: Piece): boolean {
        return !this.props.picked.has(piece.id) && (this.isPlaceLit(piece) ||
            litPlaces(this.props.hints).some(h => h.piece === piece.id))
    }

    placeOf(piece: Piece): Place {
        return { ...(piece.hex ? { hex: piece.hex } : {}),
                 ...(piece.base ? { x: piece.base.x, y: piece.base.y } : {}), piece: piece.id }
    }

    /** Point at a piece: act on it if it is lit, else pick it. */
    choose(piece: Piece, add: boolean) {
        if (this.isLit(piece) && !add)
            this.props.onPlace(this.placeOf(piece))
        else
            this.props.onPick(piece.id, add)
    }

    // ---- carrying ------------------------------------------------------------------------------

    /** Under a mouse every piece can be lifted, to be told why it may not go; a finger must be able
     *  to move the map between pieces that have nothing to do. Of a crowd on a bare table a finger
     *  takes the one that was picked from it. */
    liftAt(target: Element, pointer: string, px: Point): Lift | null {
        const turn = target.closest<SVGElement>('[data-turn]')?.dataset['turn']
        if (turn)
            return { piece: turn, how: 'turn' }
        const chosen = pointer === 'touch' && target.closest('.piece') && this.pickedAt(px)
        if (chosen)
            return { piece: chosen.id, how: 'carry' }
        const id = target.closest<HTMLElement | SVGElement>('[data-piece]')?.dataset['piece']
        const piece = id === undefined ? undefined : this.piece(id)
        return piece && (pointer === 'mouse' || piece.can_act || !isOnBoard(piece) ||
                         this.props.picked.has(piece.id))
            ? { piece: piece.id, how: 'carry' } : null
    }

    private pickedAt(px: Point): Piece | undefined {
        const { geometry, state, picked } = this.props
        const near = (at: Point) => Math.hypot(at.x - px.x, at.y - px.y) <= FINGER_PX
        return geometry.turns ? state.pieces.find(p => picked.has(p.id) && p.base &&
            near(this.viewport.toWindow(geometry.middleOfPiece(p)!))) : undefined
    }

    lift({ piece: id, how }: Lift, px: Point | null) {
        const piece = this.piece(id)
        if (!piece)
            return
        const { geometry } = this.props
        const hand = px && this.viewport.toBoard(px)
        const at = geometry.pointOfPiece(piece) ?? hand ?? this.middle()
        this.grip = geometry.turns && hand && isOnBoard(piece)
            ? { x: hand.x - at.x, y: hand.y - at.y } : { x: 0, y: 0 }
        this.how = px ? how : 'keys'
        this.turned = false
        this.told = ''
        this.set(piece, { at, heading: piece.base?.heading })
    }

    private middle(): Point {
        const { width, height } = this.viewport.size.peek()
        return this.viewport.toBoard({ x: width / 2, y: height / 2 })
    }

    private set(piece: Piece, held: Held) {
        const { geometry, state } = this.props
        const bare = geometry.placeHeld(piece, held)
        const hand = { x: held.at.x + this.grip.x, y: held.at.y + this.grip.y }
        const under = state.pieces.findLast(p => p.id !== piece.id && geometry.covers(p, hand))
        const place = bare && under ? { ...bare, piece: under.id } : bare
        this.carried.value = { piece, held, place }
        if (!place)
            return
        const words = JSON.stringify([place, this.turned && held.heading])
        if (words === this.told)
            return
        this.told = words
        this.props.onDragOver(piece.id, place, this.turned ? held.heading : undefined)
    }

    carry(px: Point) {
        const now = this.carried.peek()
        if (!now)
            return
        const hand = this.viewport.toBoard(px)
        if (this.how === 'turn') {
            const middle = now.held.at
            const angle = Math.atan2(hand.x - middle.x, middle.y - hand.y)
            this.turned = true
            this.set(now.piece, { at: middle,
                                  heading: (Math.round(angle * 180 / Math.PI) * 4 + 1440) % 1440 })
        } else {
            this.set(now.piece, {
                ...now.held, at: { x: hand.x - this.grip.x, y: hand.y - this.grip.y }
            })
        }
    }

    turn(quarters: number) {
        const now = this.carried.peek()
        if (!now || !this.props.geometry.turns)
            return
        const angle = quarters / 4 * Math.PI / 180
        const { x, y } = this.grip
        const hand = { x: now.held.at.x + x, y: now.held.at.y + y }
        this.grip = { x: x * Math.cos(angle) - y * Math.sin(angle),
                      y: x * Math.sin(angle) + y * Math.cos(angle) }
        this.turned = true
        this.set(now.piece, {
            at: { x: hand.x - this.grip.x, y: hand.y - this.grip.y },
            heading: ((now.held.heading ?? 0) + quarters + 1440) % 1440
        })
    }

    drop(px: Point | null) {
        const now = this.carried.peek()
        this.carried.value = null
        if (!now)
            return
        const { width, height } = this.viewport.size.peek()
        const inside = !px || px.x >= 0 && px.y >= 0 && px.x <= width && px.y <= height
        if (inside && now.place)
            this.props.onDrop(now.piece.id, now.place,
                              this.turned ? now.held.heading : undefined)
        else
            this.props.onCancel()
    }

    letGo() {
        this.carried.value = null
        this.said.value = say('board.putBack')
        this.props.onCancel()
    }

    /** Arrow keys carry a lifted piece. */
    step(way: Point, fine: boolean) {
        const now = this.carried.peek()
        if (!now)
            return
        const { geometry } = this.props
        const at = geometry.step(now.held.at, way.x, way.y, fine)
        if (!geometry.placeAt(at))
            return
        this.set(now.piece, { ...now.held, at })
        this.viewport.reveal(at)
        this.sayWhere()
    }

    sayWhere() {
        const now = this.carried.peek()
        if (!now?.place)
            return
        const facing = this.turned && now.held.heading !== undefined
            ? `, ${say('board.turnedTo', { heading: Math.round(now.held.heading / 4) })}` : ''
        this.said.value = say('board.over', {
            place: this.props.geometry.words(now.place) + facing
        })
    }
}
