import type { ObjectDetails } from '@cooperage/contract'
import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useTexts } from '../../messages/use-texts.ts'
import { explained } from '../../shared/ExplainedButton.tsx'
import layout from '../../shared/layout.module.css'
import { compareNames } from '../../shared/text/intl.ts'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import { MetadataDialog, useDenied } from '../index.ts'
import { Card } from './Card.tsx'
import classes from './detail.module.css'
import { HEADERS, isHeld, isRetained } from './metadata-form.ts'
import type { ObjectRef } from './object-ref.ts'

interface MetadataCardProps {
  object: ObjectRef
  details: ObjectDetails
}

/** The headers of a download, and the user metadata. */
export function MetadataCard({ object, details }: MetadataCardProps) {
  const t = useTexts('objectDetail')
  const { open, dialog } = useDialogs({
    edit: (close) => <MetadataDialog object={object} details={details} onClose={close} />,
  })
  const editDenied = useEditDenied(object, details)
  const own = Object.entries(details.user_metadata).sort(([a], [b]) => compareNames(a, b))
  const pairs = [...HEADERS.map(([field, name]) => [name, details[field]] as const), ...own].filter(
    ([, value]) => value !== '',
  )
  const edit = (
    <ActionIcon
      variant="subtle"
      color="neutral"
      size={28}
      aria-label={t('metadata.edit')}
      title={t('metadata.edit')}
      {...explained(editDenied)}
      onClick={editDenied === undefined ? () => open('edit') : undefined}
    >
      <IconPencil size={16} />
    </ActionIcon>
  )
  return (
    <Card label={t('metadata.label')} action={edit}>
      {pairs.length === 0 ? (
        <p className={layout.note}>{t('metadata.none')}</p>
      ) : (
        <dl className={classes.facts}>
          {pairs.map(([name = '', value = '']) => (
            <div key={name} className={classes.fact}>
              <dt>
                <ObjectName name={name} />
              </dt>
              <dd>
                <ObjectName name={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {dialog}
    </Card>
  )
}

/** Why the metadata can't be changed; undefined if it can. */
function useEditDenied({ bucket, versionId }: ObjectRef, details: ObjectDetails): string | undefined {
  const t = useTexts('objectDetail')
  const denied = useDenied(bucket, 'readObject', 'writeObject', 'holdObject', 'retainObject')
  const needed = [
    'readObject',
    'writeObject',
    // The new version keeps the lock of this one, which needs permission to set it.
    ...(isHeld(details) ? (['holdObject'] as const) : []),
    ...(isRetained(details) ? (['retainObject'] as const) : []),
  ] as const
  if (versionId !== '') return t('metadata.olderVersion')
  if (details.encryption.kind === 'SSE-C') return t('ownKey')
  return needed.map((permission) => denied[permission]).find((reason) => reason !== undefined)
}
