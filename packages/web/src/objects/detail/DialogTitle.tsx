import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { nameOf, type ObjectRef } from './object-ref.ts'

/** 'Set Legal Hold of contract.pdf': the action of a dialog, and its object. */
export function DialogTitle({ text, object }: { text: string; object: ObjectRef }) {
  return (
    <>
      {text} <ObjectName name={nameOf(object)} />
    </>
  )
}
