import { MAX_OBJECT_TAGS, type ObjectDetails } from '@cooperage/contract'
import { ActionIcon } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTexts } from '../../messages/use-texts.ts'
import { ExplainedButton, explained } from '../../shared/ExplainedButton.tsx'
import layout from '../../shared/layout.module.css'
import { compareNames } from '../../shared/text/intl.ts'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import { AddTagDialog, DeleteTagDialog, useDenied } from '../index.ts'
import { Card } from './Card.tsx'
import classes from './detail.module.css'
import type { ObjectRef } from './object-ref.ts'
import { UnreadableValue } from './UnreadableValue.tsx'

interface TagsCardProps {
  object: ObjectRef
  tags: ObjectDetails['tags']
}

/** Tags as chips, each with a remove button, and a chip to add one (spec object-browser 2). */
export function TagsCard({ object, tags: { values, unread } }: TagsCardProps) {
  const t = useTexts('objectDetail')
  const { tagObject: denied } = useDenied(object.bucket, 'tagObject')
  const { open, dialog } = useDialogs({
    add: (close) => <AddTagDialog object={object} tags={values} onClose={close} />,
    delete: (close, [key, value]: readonly [key: string, value: string]) => (
      <DeleteTagDialog object={object} tagKey={key} tagValue={value} onClose={close} />
    ),
  })
  const tags = Object.entries(values).sort(([a], [b]) => compareNames(a, b))
  const fullReason = tags.length >= MAX_OBJECT_TAGS ? t('tags.full', { limit: MAX_OBJECT_TAGS }) : undefined
  return (
    <Card label={t('tags.label')}>
      {unread ? (
        <UnreadableValue unread={unread} />
      ) : (
        <ul className={`${layout.row} ${classes.tags}`}>
          {tags.map(([key, value]) => (
            <li key={key} className={classes.tag}>
              <span className={layout.cut} title={plainName(`${key}: ${value}`)}>
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
                title={t('tags.remove', { key: plainName(key) })}
                {...explained(denied)}
                onClick={denied === undefined ? () => open('delete', [key, value]) : undefined}
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
              disabledReason={denied ?? fullReason}
              onClick={() => open('add')}
            >
              {t('tags.add')}
            </ExplainedButton>
          </li>
        </ul>
      )}
      {dialog}
    </Card>
  )
}
