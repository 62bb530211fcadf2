import '../messages/en/server-jobs.ts'
import {
  ADMIN_FEATURE,
  createJob,
  type JobSpec,
  listJobs,
  SELECTION_LIMIT,
  type SyncRunSpec,
  type ToServerSpec,
} from '@cooperage/contract'
import { Switch } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { jobsPath } from '../navigation/paths/pages.ts'
import { useSession } from '../session/index.ts'
import type { ApiError } from '../shared/api/api-error.ts'
import { useChange } from '../shared/api/use-change.ts'
import { showNotice } from '../shared/feedback/messages.ts'
import { formatCount } from '../shared/text/numbers.ts'

export interface ServerJobChoice {
  /** Whether the job is to run on the server. */
  isChosen: boolean
  start: (spec: Exclude<JobSpec, ToServerSpec | SyncRunSpec>) => void
  isPending: boolean
  error: ApiError | null
  /** The choice, for a dialog that starts a job. */
  field: ReactNode
}

/** A job on more rows than this takes so long that it should not depend on the page. */
const ON_SERVER_ABOVE = 1_000

interface JobRows {
  kind: Exclude<JobSpec, ToServerSpec | SyncRunSpec>['kind']
  /** The number of rows. */
  items: number
  /** Whether the job can find its rows by itself, however many they are. */
  isFound?: boolean
}

/** Offers to run the job of a dialog on the server, where jobs can run, and says what runs in the tab only. */
export function useServerJob({ kind, items, isFound = false }: JobRows, onClose: () => void): ServerJobChoice {
  const t = useTexts('serverJobs')
  const [isOn, setOn] = useState(items > ON_SERVER_ABOVE)
  const create = useChange(createJob, {
    changes: [listJobs],
    onDone: () => {
      showNotice(t('run.started'), [{ label: t('run.show'), to: jobsPath() }])
      onClose()
    },
  })
  const session = useSession()
  // With several servers the page also lists copies to others, which need no key of a job.
  const isOffered = session?.pages.includes('/jobs') === true && session.features.includes(ADMIN_FEATURE)
  const isTooMany = items > SELECTION_LIMIT && !isFound
  const isPossible = isOffered && !isTooMany
  const hint = () => {
    const work = t(`run.work.${kind}`)
    if (!isOffered) return t('run.noJobs', { work })
    if (isTooMany) return t('run.tooMany', { number: formatCount(SELECTION_LIMIT), work })
    return items > SELECTION_LIMIT ? `${t('run.hint')} ${t('run.found')}` : t('run.hint')
  }
  return {
    isChosen: isOn && isPossible,
    start: (body) => create.mutate({ body }),
    isPending: create.isPending,
    error: create.error,
    field: (isOffered || items > ON_SERVER_ABOVE) && (
      <Switch
        label={t('run.label')}
        description={hint()}
        disabled={!isPossible}
        checked={isOn && isPossible}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
    ),
  }
}
