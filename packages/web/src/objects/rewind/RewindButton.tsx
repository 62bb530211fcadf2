import './rewind-messages.ts'
import { getVersioning } from '@cooperage/contract'
import { ActionIcon } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigation } from '../../app/navigation.ts'
import { paths } from '../../app/paths.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { exactDate } from './moment.ts'
import classes from './RewindButton.module.css'

const RewindDialog = lazy(async () => ({ default: (await import('./RewindDialog.tsx')).RewindDialog }))

interface RewindButtonProps {
  bucket: string
  prefix: string
  /** The moment that is shown, an ISO time; '' for now. */
  rewind: string
}

/** Opens the choice of a moment; carries a dot while the page shows the past (spec object-browser 2). */
export function RewindButton({ bucket, prefix, rewind }: RewindButtonProps) {
  const { t } = useTranslation('rewind')
  const { push } = useNavigation()
  const [isOpen, setOpen] = useState(false)
  const reason = useNoRewind(bucket)
  // Whoever is in the past can always come back.
  const blocked = rewind === '' ? reason : undefined
  const label = rewind === '' ? t('button') : t('active', { moment: exactDate(rewind) })
  return (
    <>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={label}
        title={blocked ?? label}
        // Not disabled itself: then it could not be asked why.
        {...(blocked !== undefined && {
          'data-disabled': true,
          'aria-disabled': true,
          'aria-description': blocked,
        })}
        onClick={blocked === undefined ? () => setOpen(true) : undefined}
      >
        <IconHistory size={18} stroke={1.7} />
        {rewind !== '' && <span className={classes.dot} />}
      </ActionIcon>
      <Suspense>
        {isOpen && (
          <RewindDialog
            rewind={rewind}
            onClose={() => setOpen(false)}
            onChoose={(moment) => push(paths.folder(bucket, prefix, moment))}
          />
        )}
      </Suspense>
    </>
  )
}

/** Why a bucket has no past to show; undefined where it has one. */
function useNoRewind(bucket: string): string | undefined {
  const { t } = useTranslation('rewind')
  const { data, error } = useApiQuery(getVersioning, { params: { bucket } }, { staleTime: 60_000 })
  if (error) return error.message
  if (data === undefined) return t('asking')
  return data.status === '' ? t('notVersioned') : undefined
}
