import '../../messages/en/rewind.ts'
import { ActionIcon } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigation } from '../../navigation/navigation.ts'
import { folderPath } from '../../navigation/paths/objects.ts'
import { lazyPart } from '../../shared/lazy-part.ts'
import { exactDate } from './moment.ts'
import classes from './RewindButton.module.css'

const RewindDialog = lazyPart(async () => (await import('./RewindDialog.tsx')).RewindDialog)

interface RewindButtonProps {
  bucket: string
  prefix: string
  /** The current rewind time, an ISO time; '' for the present. */
  rewind: string
  /** Why the bucket can't be rewound; undefined if it can. */
  disabledReason?: string | undefined
}

/** Opens the choice of a time; has a dot while the page shows the past (spec object-browser 2). */
export function RewindButton({ bucket, prefix, rewind, disabledReason }: RewindButtonProps) {
  const { t } = useTranslation('rewind')
  const { push } = useNavigation()
  const [isOpen, setOpen] = useState(false)
  const label = rewind === '' ? t('button') : t('active', { moment: exactDate(rewind) })
  return (
    <>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={label}
        title={disabledReason ?? label}
        // Not the disabled attribute: the reason could not be read then.
        {...(disabledReason !== undefined && {
          'data-disabled': true,
          'aria-disabled': true,
          'aria-description': disabledReason,
        })}
        onClick={disabledReason === undefined ? () => setOpen(true) : undefined}
      >
        <IconHistory size={18} />
        {rewind !== '' && <span className={classes.dot} />}
      </ActionIcon>
      {isOpen && (
        <RewindDialog
          rewind={rewind}
          onClose={() => setOpen(false)}
          onChoose={(moment) => push(folderPath(bucket, prefix, moment))}
        />
      )}
    </>
  )
}
