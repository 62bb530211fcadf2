import '../../messages/en/rewind.ts'
import { ActionIcon } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useTexts } from '../../messages/use-texts.ts'
import { useNavigation } from '../../navigation/navigation.ts'
import { folderPath } from '../../navigation/paths/objects.ts'
import { explained } from '../../shared/ExplainedButton.tsx'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import { RewindDialog } from '../index.ts'
import classes from '../objects.module.css'
import { exactDate } from './moment.ts'

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
  const t = useTexts('rewind')
  const { push } = useNavigation()
  const { open, dialog } = useDialogs({
    rewind: (close) => (
      <RewindDialog rewind={rewind} onClose={close} onChoose={(moment) => push(folderPath(bucket, prefix, moment))} />
    ),
  })
  const label = rewind === '' ? t('button') : t('active', { moment: exactDate(rewind) })
  return (
    <>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={label}
        title={label}
        {...explained(disabledReason)}
        onClick={disabledReason === undefined ? () => open('rewind') : undefined}
      >
        <IconHistory size={18} />
        {rewind !== '' && <span className={classes.dot} />}
      </ActionIcon>
      {dialog}
    </>
  )
}
