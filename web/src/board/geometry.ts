/* What gestures, keys and bubbles must know of the ground they work on. Hexes and the bare table
 * each have one; the stage (stage.tsx) knows only this. */
import type { Piece } from '../umpire/documents'
import type { Place } from './contract'
import type { Box, Point } from './hexes'

/** Where a carried piece is: the point of the board under the hand, and how it is turned. */
export interface Held { at: Point; heading?: number | undefined }

export interface Geometry {
    /** All of it, in the units it is drawn in. */
    readonly bounds: Box
    /** About the size of a piece, in the same units. */
    readonly pieceSize: number
    /** Pieces can be turned while they are carried. */
    readonly turns: boolean
    /** The place at a point; null: off the map. */
    placeAt(at: Point): Place | null
    pointOf(place: Place): Point | null
    /** The point a piece's place is measured from; and the middle of what is seen of it. */
    pointOfPiece(piece: Piece): Point | null
    middleOfPiece(piece: Piece): Point | null
    /** Where a piece would be put that is held so; null: off the map. */
    placeHeld(piece: Piece, held: Held): Place | null
    /** Does the piece lie over that point? */
    covers(piece: Piece, at: Point): boolean
    /** The point one step away, for keys: east is 1, south is 1. */
    step(at: Point, east: number, south: number, fine: boolean): Point
    /** The place in words. */
    words(place: Place): string
}
