/** What the console is sent at a time: a browser allows six connections per host, and the pages need some. */
import { Slots } from './slots.ts'

/** Forms with whole files. */
export const FORMS = 3
export const PARTS_OF_A_FILE = 3
const PARTS_OF_ALL_FILES = 4

export const formTurns = new Slots(FORMS)
export const partTurns = new Slots(PARTS_OF_ALL_FILES)
