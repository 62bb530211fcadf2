import type { ReactNode } from 'react'
import layout from '../shared/layout.module.css'

/** A note below the fields of a dialog. */
export function Note({ children }: { children: ReactNode }) {
  return <p className={layout.note}>{children}</p>
}
