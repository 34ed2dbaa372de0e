/* The page in German. */
import { pageWords } from './de-pages'
import { tableWords } from './de-table'
import type { Catalogue } from './words'

export const german: Partial<Catalogue> = { ...pageWords, ...tableWords }
