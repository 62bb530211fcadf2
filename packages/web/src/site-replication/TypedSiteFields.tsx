import type { TypedSite } from '@cooperage/contract'
import { ActionIcon, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTexts } from '../messages/use-texts.ts'
import { SecretKeyField } from '../shared/fields/SecretKeyField.tsx'
import layout from '../shared/layout.module.css'
import { isSiteEndpoint } from './site-checks.ts'
import classes from './site-replication.module.css'

interface TypedSiteFieldsProps {
  title: string
  value: TypedSite
  /** It replicates already, so its name and address are known. */
  isPresent: boolean
  /** The first one to fill in. */
  isFirst: boolean
  onChange: (part: Partial<TypedSite>) => void
  /** Takes it off the list. */
  drop?: { label: string; onClick: () => void }
}

/** A site of the list to add, with the keys of an administrator there. */
export function TypedSiteFields({ title, value, isPresent, isFirst, onChange, drop }: TypedSiteFieldsProps) {
  const t = useTexts('siteReplication')
  return (
    <fieldset className={classes.typed} aria-label={title}>
      <div className={classes.typedHead}>
        <span className={layout.subheading}>{title}</span>
        {drop && (
          <ActionIcon variant="subtle" color="gray" aria-label={drop.label} title={drop.label} onClick={drop.onClick}>
            <IconX size={16} />
          </ActionIcon>
        )}
      </div>
      <TextInput
        label={t('add.name')}
        description={t('add.nameHint')}
        maxLength={128}
        data-autofocus={(isFirst && !isPresent) || undefined}
        readOnly={isPresent}
        value={value.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('add.endpoint')}
        description={t('add.endpointHint')}
        maxLength={2048}
        readOnly={isPresent}
        value={value.endpoint}
        error={value.endpoint === '' || isSiteEndpoint(value.endpoint) ? undefined : t('edit.wrongEndpoint')}
        onChange={(event) => onChange({ endpoint: event.currentTarget.value })}
      />
      <TextInput
        label={t('add.accessKey')}
        data-autofocus={(isFirst && isPresent) || undefined}
        maxLength={1024}
        value={value.accessKey}
        onChange={(event) => onChange({ accessKey: event.currentTarget.value })}
      />
      <SecretKeyField
        label={t('add.secretKey')}
        isRetyped
        value={value.secretKey}
        onChange={(secretKey) => onChange({ secretKey })}
      />
    </fieldset>
  )
}
