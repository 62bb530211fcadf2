import type { ObjectEntry } from '@cooperage/contract'
import type { MeasuredFile } from './named-files.ts'

/** A file that would replace an object. */
export interface Conflict {
  file: MeasuredFile
  existing: Pick<ObjectEntry, 'size' | 'last_modified'>
}

export type Decision = 'overwrite' | 'skip' | 'keepBoth'

/** The open question. */
export interface ConflictQuestion {
  id: number
  conflicts: readonly Conflict[]
  /** One decision per conflict; undefined if the whole upload is canceled. */
  decide: (decisions: readonly Decision[] | undefined) => void
}

let questions: readonly ConflictQuestion[] = []
let lastId = 0
const listeners = new Set<() => void>()

function publish(next: readonly ConflictQuestion[]): void {
  questions = next
  for (const listener of listeners) listener()
}

/** Opens the question what to do with files whose names are taken; the dialog returns the decisions. */
export function askConflicts(conflicts: readonly Conflict[]): Promise<readonly Decision[] | undefined> {
  return new Promise((resolve) => {
    lastId += 1
    const id = lastId
    const decide: ConflictQuestion['decide'] = (decisions) => {
      publish(questions.filter((question) => question.id !== id))
      resolve(decisions)
    }
    publish([...questions, { id, conflicts, decide }])
  })
}

/** Cancels the open question. */
export function cancelQuestions(): void {
  for (const { decide } of questions) decide(undefined)
}

export const currentQuestion = (): ConflictQuestion | undefined => questions[0]

export function onQuestion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
