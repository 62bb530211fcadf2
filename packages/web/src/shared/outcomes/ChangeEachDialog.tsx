import '../../messages/en/outcomes.ts'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { ApiError } from '../api/api-error.ts'
import { showNotice } from '../feedback/messages.ts'
import { ModalForm } from '../ModalForm.tsx'
import { formatCount } from '../text/numbers.ts'
import { OutcomeList } from './OutcomeList.tsx'
import { type Outcome, runEach } from './run-each.ts'

interface ChangeEachDialogProps {
  /** What is changed, in this order. The selection may change while it goes; the question is about these. */
  ids: readonly string[]
  change: (id: string) => Promise<unknown>
  onClose: () => void
  /** Called after each run, also if everything failed: someone else may have changed the same. */
  onChanged: (done: readonly string[]) => void
  title: string
  submitLabel: string
  isDestructive: boolean
  /** Names the list, and says what becomes of a row: 'Users to delete', 'Deleting', 'Deleted'. */
  list: { label: string; pending: string; done: string }
  /** 'Couldn’t delete 2 users.' */
  failedText: (failed: readonly string[]) => string
  /** 'Three users were deleted.' */
  doneText: string
  /** Omits the list of a single row, which the title names. */
  namesOnlySeveral?: boolean
  /** What will happen. */
  children: ReactNode
}

/** Makes one change to each of several things, and shows the outcome of each. It can be stopped, and what failed retried. */
export function ChangeEachDialog(props: ChangeEachDialogProps) {
  const { change, onClose, onChanged, title, submitLabel, isDestructive, list, failedText, doneText } = props
  const t = useTexts(['outcomes', 'shared'])
  const [ids] = useState(props.ids)
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  // Set while the changes are made.
  const [stop, setStop] = useState<AbortController>()

  const left = ids.filter((id) => outcomes.get(id) !== 'done')
  const failed = left.filter((id) => outcomes.get(id) instanceof ApiError)
  const isListed = ids.length > 1 || failed.length > 0 || props.namesOnlySeveral !== true

  const run = async () => {
    const controller = new AbortController()
    setStop(controller)
    const report = (id: string, outcome: Outcome) => setOutcomes((known) => new Map(known).set(id, outcome))
    const done = await runEach(left, change, report, controller.signal)
    setStop(undefined)
    onChanged(done)
    if (done.length < left.length) return
    showNotice(doneText)
    onClose()
  }
  return (
    <ModalForm
      title={title}
      // Closing it immediately would hide the results of the running changes.
      onClose={stop === undefined ? onClose : () => stop.abort()}
      {...(stop !== undefined && { closeLabel: t('outcomes:stop') })}
      onSubmit={() => void run()}
      submitLabel={failed.length > 0 ? t('shared:retry') : submitLabel}
      call={{ isPending: stop !== undefined, error: null }}
      isDestructive={isDestructive}
    >
      {props.children}
      {outcomes.size > 0 && ids.length > 1 && (
        <p>
          {t('outcomes:progress', {
            done: formatCount(ids.length - left.length),
            count: ids.length,
            number: formatCount(ids.length),
          })}
        </p>
      )}
      <div role="status">{failed.length > 0 && failedText(failed)}</div>
      {isListed && <OutcomeList label={list.label} ids={ids} outcomes={outcomes} words={list} />}
    </ModalForm>
  )
}
