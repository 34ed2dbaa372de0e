/* The page in English. One part a page; keys say where they are used. */
import { boardWords } from './en-board'
import { learnWords } from './en-learn'
import { pageWords } from './en-pages'
import { tableWords } from './en-table'

export const english = { ...pageWords, ...learnWords, ...tableWords, ...boardWords } as const
