import { MAX_OBJECT_TAGS, type ObjectDetails } from '@cooperage/contract'
import { ActionIcon } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { useDenied } from '../index.ts'
import { Card } from './Card.tsx'
import { AddTagDialog, DeleteTagDialog } from './dialogs.ts'
import classes from './ObjectPage.module.css'
import type { ObjectRef } from './object-ref.ts'
import { UnreadableValue } from './UnreadableValue.tsx'

interface TagsCardProps {
  object: ObjectRef
  tags: ObjectDetails['tags']
}

/** Tags as chips, each with a remove button, and a chip to add one (spec object-browser 2). */
export function TagsCard({ object, tags: { values, unread } }: TagsCardProps) {
  const { t } = useTranslation('objectDetail')
  const { tagObject: denied } = useDenied(object.bucket, 'tagObject')
  const [open, setOpen] = useState<'add' | { key: string; value: string }>()
  const close = () => setOpen(undefined)
  const tags = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))
  const isFull = tags.length >= MAX_OBJECT_TAGS ? t('tags.full', { limit: MAX_OBJECT_TAGS }) : undefined
  return (
    <Card label={t('tags.label')}>
      {unread ? (
        <UnreadableValue reason={unread.message} />
      ) : (
        <ul className={classes.tags}>
          {tags.map(([key, value]) => (
            <li key={key} className={classes.tag}>
              <span className={classes.tagText} title={plainName(`${key}: ${value}`)}>
                <ObjectName name={key} />
                {value !== '' && (
                  <>
                    : <ObjectName name={value} />
                  </>
                )}
              </span>
              <ActionIcon
                variant="transparent"
                color="neutral"
                size={26}
                aria-label={t('tags.remove', { key: plainName(key) })}
                title={denied ?? t('tags.remove', { key: plainName(key) })}
                {...(denied === undefined
                  ? { onClick: () => setOpen({ key, value }) }
                  : { 'aria-disabled': true, 'data-disabled': true, 'aria-description': denied })}
              >
                <IconX size={14} />
              </ActionIcon>
            </li>
          ))}
          <li>
            <ExplainedButton
              variant="default"
              size="compact-sm"
              radius={14}
              leftSection={<IconPlus size={14} />}
              disabledReason={denied ?? isFull}
              onClick={() => setOpen('add')}
            >
              {t('tags.add')}
            </ExplainedButton>
          </li>
        </ul>
      )}

      {open === 'add' && <AddTagDialog object={object} tags={values} onClose={close} />}
      {typeof open === 'object' && (
        <DeleteTagDialog object={object} tagKey={open.key} tagValue={open.value} onClose={close} />
      )}
    </Card>
  )
}
