import { plainName } from '../../shared/text/visible-name.ts'

/** Longer names are too long to type. */
const LONGEST_TYPED = 64
const WORD = 'delete'

/** The text to type before a permanent loss: the name, or a word if the name can't be typed as it is displayed. */
export function confirmWord(name: string): string {
  return name.length <= LONGEST_TYPED && plainName(name) === name && /^[\x20-\x7e]+$/.test(name) ? name : WORD
}
