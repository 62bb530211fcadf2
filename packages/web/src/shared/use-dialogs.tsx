import { Fragment, type ReactNode, useCallback, useState } from 'react'

// biome-ignore lint/suspicious/noExplicitAny: what a dialog is about is declared where it is rendered.
type Dialogs = Record<string, (close: () => void, about: any) => ReactNode>
type About<D> = D extends (close: () => void, ...about: infer A) => ReactNode ? A : never

/**
 * Which dialog of a page is open, and what it is about. `dialogs`: how each is rendered. `open` is the same function in every
 * render.
 *
 * ```tsx
 * const { open, dialog } = useDialogs({
 *   create: (close) => <CreateUserModal onClose={close} />,
 *   delete: (close, user: User) => <DeleteUserDialog user={user} onClose={close} />,
 * })
 * ```
 */
export function useDialogs<D extends Dialogs>(dialogs: D) {
  const [shown, setShown] = useState<{ kind: keyof D; about: unknown; id: number }>()
  const close = useCallback(() => setShown(undefined), [])
  const open = useCallback(
    <K extends keyof D>(kind: K, ...about: About<D[K]>) =>
      setShown((before) => ({ kind, about: about[0], id: (before?.id ?? 0) + 1 })),
    [],
  )
  const dialog = shown && <Fragment key={shown.id}>{dialogs[shown.kind]?.(close, shown.about)}</Fragment>
  return { open, close, dialog }
}
