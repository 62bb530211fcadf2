/** Completes the fields of a batch job, and the values that a field may have. */
import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { JOB_FIELDS, JOB_TYPES, type JobField, type JobFields } from '@cooperage/contract'

/** The completions at the cursor of an editor. */
export function jobCompletions(context: CompletionContext): CompletionResult | null {
  const { text, from } = context.state.doc.lineAt(context.pos)
  const found = completionsIn(context.state.doc.sliceString(0, from).split('\n'), text.slice(0, context.pos - from))
  if (found === undefined || (found.typed === '' && !context.explicit)) return null
  return {
    from: context.pos - found.typed.length,
    options: found.words.map((label) => ({ label: label + found.suffix, type: 'property' })),
  }
}

interface Completed {
  words: readonly string[]
  /** The beginning of the word that is there. */
  typed: string
  /** What follows a word. */
  suffix: string
}

/** @param before the lines above @param line up to the cursor */
export function completionsIn(before: readonly string[], line: string): Completed | undefined {
  const field = /^( *(?:- )?)(\w*)$/.exec(line)
  if (field) {
    const [, indent = '', typed = ''] = field
    const fields = fieldsAt(pathAt(before, indent.length))
    return fields && { words: Object.keys(fields), typed, suffix: ': ' }
  }
  const value = /^( *(?:- )?)(\w+): +([\w-]*)$/.exec(line)
  if (!value) return undefined
  const [, indent = '', name = '', typed = ''] = value
  const fields = fieldsAt(pathAt(before, indent.length))
  const words = fields && Object.hasOwn(fields, name) ? valuesOf(fields[name]) : []
  return words.length === 0 ? undefined : { words, typed, suffix: '' }
}

/** The names of the fields around a line with this indentation. */
function pathAt(before: readonly string[], indent: number): string[] {
  const path: string[] = []
  let inner = indent
  for (const line of before.toReversed()) {
    const [, space = '', name] = /^( *(?:- )?)(\w+):/.exec(line) ?? []
    if (name === undefined || space.length >= inner) continue
    path.unshift(name)
    inner = space.length
  }
  return path
}

const ROOT: JobFields = Object.fromEntries(JOB_TYPES.map((type) => [type, { fields: JOB_FIELDS[type] }]))

function fieldsAt(path: readonly string[]): JobFields | undefined {
  let fields: JobFields | undefined = ROOT
  for (const name of path) fields = fieldsOf(fields && Object.hasOwn(fields, name) ? fields[name] : undefined)
  return fields
}

function fieldsOf(field: JobField | undefined): JobFields | undefined {
  if (field === undefined) return undefined
  if ('items' in field) return fieldsOf(field.items)
  return 'fields' in field ? field.fields : undefined
}

function valuesOf(field: JobField | undefined): readonly string[] {
  if (field === undefined) return []
  if ('oneOf' in field) return field.oneOf
  return 'value' in field && field.value === 'flag' ? ['true', 'false'] : []
}
