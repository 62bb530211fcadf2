import { MAX_OBJECT_TAGS, type ObjectsChange, tagProblem } from '@cooperage/contract'
import { arePairsValid, filledPairs, type Pair } from '../../shared/fields/pairs.ts'

export type TagsHow = 'addTags' | 'removeTags' | 'replaceTags'

/** The values of the form. */
export interface TagsForm {
  how: TagsHow
  pairs: Pair[]
  /** Separated by commas, which no key contains. */
  keys: string
}

type TagsProblem = 'missing' | 'keysMissing' | 'wrong' | 'tooMany'

/** Why the form can't be submitted; undefined if it can. */
export function tagsProblem({ how, pairs, keys }: TagsForm): TagsProblem | undefined {
  if (how === 'removeTags') {
    const wanted = keysOf(keys)
    if (wanted.length === 0) return 'keysMissing'
    return wanted.every((key) => tagProblem({ key, value: '' }) === undefined) ? undefined : 'wrong'
  }
  const filled = filledPairs(pairs)
  if (how === 'addTags' && filled.length === 0) return 'missing'
  const isGood = (pair: Pair) => pair.key.trim() !== '' && tagProblem(pair) === undefined
  if (!arePairsValid(pairs) || !filled.every(isGood)) return 'wrong'
  return filled.length > MAX_OBJECT_TAGS ? 'tooMany' : undefined
}

export function changeOfTags({ how, pairs, keys }: TagsForm): ObjectsChange {
  if (how === 'removeTags') return { kind: how, keys: keysOf(keys) }
  return { kind: how, tags: Object.fromEntries(filledPairs(pairs).map(({ key, value }) => [key, value])) }
}

function keysOf(text: string): string[] {
  return text
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
}
