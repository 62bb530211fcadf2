import { plainName } from '../../shared/text/visible-name.ts'

/** A name longer than this is nothing that somebody types. */
const LONGEST_TYPED = 64
const WORD = 'delete'

/** What is typed before something is lost for good: the name, or a word where the name could not be typed as it is shown. */
export function confirmWord(name: string): string {
  return name.length <= LONGEST_TYPED && plainName(name) === name && /^[\x20-\x7e]+$/.test(name) ? name : WORD
}
