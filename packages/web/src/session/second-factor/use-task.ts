import { useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import type { FormCall } from '../../shared/ModalForm.tsx'

/** Several calls in a row, with what the browser is asked in between, as one call of a form. Nothing of them is cached. */
export function useTask(): { task: FormCall; run: (steps: () => Promise<void>) => void } {
  const [task, setTask] = useState<FormCall>({ isPending: false, error: null })
  const run = (steps: () => Promise<void>) => {
    setTask({ isPending: true, error: null })
    steps().then(
      () => setTask({ isPending: false, error: null }),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        setTask({ isPending: false, error })
      },
    )
  }
  return { task, run }
}
