import { useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import type { FormCall } from '../../shared/ModalForm.tsx'
import { passkeyError } from './passkeys.ts'

/** Several calls in a row, with what the browser is asked in between, as one call of a form. Nothing of them is cached. */
export function useTask(): { task: FormCall; run: (steps: () => Promise<void>) => void } {
  const [task, setTask] = useState<FormCall>({ isPending: false, error: null })
  const run = (steps: () => Promise<void>) => {
    setTask({ isPending: true, error: null })
    steps().then(
      () => setTask({ isPending: false, error: null }),
      (error: unknown) => setTask({ isPending: false, error: shownError(error) }),
    )
  }
  return { task, run }
}

/** What isn't an error of a call is one of the browser: an old one, or an extension that answers for it. */
export function shownError(error: unknown): ApiError {
  return error instanceof ApiError ? error : passkeyError('passkeyAborted', error)
}
