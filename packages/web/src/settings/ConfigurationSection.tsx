import {
  type ConfigurationDetails,
  type ConfigurationTarget,
  getConfigurationDetails,
  WEBHOOK_KINDS,
  webhookSection,
} from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconPencil, IconPlus, IconSettings, IconTarget, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { useCurrentConfiguration, useNavigation } from '../navigation/navigation.ts'
import { configurationPath, newTargetPath, settingsPath, targetInQuery } from '../navigation/paths/settings.ts'
import { webhooksPath } from '../navigation/paths/webhooks.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { ErrorState } from '../shared/ErrorState.tsx'
import { Loading } from '../shared/Loading.tsx'
import layout from '../shared/layout.module.css'
import { StateMark } from '../shared/StateMark.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { ConfigurationForm, type TargetFormOptions } from './ConfigurationForm.tsx'
import { ResetDialog } from './ResetDialog.tsx'
import { useSectionName, useSectionPurpose } from './section-names.ts'

/** Errors of a server that doesn't have the section. */
const ABSENT: ReadonlySet<string> = new Set(['NoSuchConfiguration', 'NotInThisSetup'])

/** One section: its form, or its targets, each with a form. */
export function ConfigurationSection({ name }: { name: string }) {
  const t = useTexts('settings')
  const { target, isAdding } = useCurrentConfiguration()
  const nameOf = useSectionName()
  const details = useApiQuery(getConfigurationDetails, { params: { id: name } }, { refetchOnMount: 'always' })
  const isList = details.data?.hasTargets === true && target === '' && !isAdding
  const back = details.data?.hasTargets && !isList ? configurationPath(name) : settingsPath()
  const content = () => {
    if (details.error && !details.data && ABSENT.has(details.error.code)) {
      const icon = IconSettings
      return <EmptyState icon={icon} title={nameOf(name)} hint={t('sections.absent')} />
    }
    if (details.error && !details.data) {
      return <ErrorState error={details.error} onRetry={() => void details.refetch()} isRetrying={details.isFetching} />
    }
    if (!details.data) return <Loading />
    if (isList) return <TargetList details={details} name={name} />
    return <TargetForm key={target} details={details.data} />
  }
  return (
    <>
      <AppLink to={back} className={layout.back}>
        {t(back === settingsPath() ? 'back' : 'backToTargets')}
      </AppLink>
      {content()}
    </>
  )
}

/** The form of the target that the address names. A section without named targets has only the unnamed one. */
export function TargetForm({ details, ...options }: { details: ConfigurationDetails } & TargetFormOptions) {
  const { target, isAdding } = useCurrentConfiguration()
  const { section, hasTargets, targets, blank } = details
  const shared = { section, details, ...options }
  if (isAdding) return <ConfigurationForm {...shared} keys={blank} target={undefined} />
  const wanted = targets.find((one) => !hasTargets || targetInQuery(one.target) === target)
  if (wanted === undefined) return <TargetMissing section={section} />
  return <ConfigurationForm {...shared} keys={wanted.keys} target={wanted.target} />
}

function TargetMissing({ section }: { section: string }) {
  const t = useTexts('settings')
  return <EmptyState icon={IconTarget} title={t('targets.missing')} hint={t('targets.missingHint', { section })} />
}

function TargetList({
  details,
  name,
}: {
  details: ReturnType<typeof useApiQuery<typeof getConfigurationDetails>>
  name: string
}) {
  const t = useTexts('settings')
  const { push } = useNavigation()
  const purposeOf = useSectionPurpose()
  const nameOf = useSectionName()
  const { open, dialog } = useDialogs({
    delete: (close, target: string) => <ResetDialog section={name} target={target} onClose={close} />,
  })
  const kind = WEBHOOK_KINDS.find((one) => webhookSection(one) === name)
  // The unnamed target always exists; it is listed once it is in use.
  const rows = useMemo(
    () => (details.data?.targets ?? []).filter(({ target, enabled }) => target !== '' || enabled),
    [details.data],
  )
  const columns = useMemo<Column<ConfigurationTarget>[]>(
    () => [
      {
        id: 'name',
        header: t('targets.columns.name'),
        width: 'minmax(140px, 1fr)',
        text: ({ target }) => target || t('targets.unnamed'),
      },
      {
        id: 'status',
        header: t('targets.columns.status'),
        width: '130px',
        cell: ({ enabled }) => (
          <StateMark tone={enabled ? 'good' : 'muted'} text={t(enabled ? 'targets.enabled' : 'targets.disabled')} />
        ),
      },
      {
        id: 'summary',
        header: t('targets.columns.summary'),
        width: 'minmax(200px, 3fr)',
        cell: ({ keys }) =>
          keys
            .filter(({ key, value, source }) => source !== 'default' && value !== '' && key !== 'enable')
            .map(({ key, value }) => `${key}=${value}`)
            .join(' '),
      },
    ],
    [t],
  )
  const actions = useMemo<RowAction<ConfigurationTarget>[]>(() => {
    const fromEnvironment = ({ keys }: ConfigurationTarget) =>
      keys.some(({ source }) => source === 'environment') ? t('targets.fromEnvironment') : undefined
    return [
      {
        id: 'edit',
        label: t('targets.edit'),
        icon: IconPencil,
        to: ({ target }) => configurationPath(name, targetInQuery(target)),
      },
      {
        id: 'delete',
        label: t('targets.delete'),
        icon: IconTrash,
        isDestructive: true,
        disabledReason: fromEnvironment,
        onSelect: ({ target }) => open('delete', target),
      },
    ]
  }, [t, open, name])
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => push(newTargetPath(name))}>
      {t('targets.add')}
    </Button>
  )
  return (
    <>
      <h2 className={layout.heading}>{nameOf(name)}</h2>
      <p className={layout.note}>
        {details.data && purposeOf(name, details.data.description)}{' '}
        {kind && <AppLink to={webhooksPath(kind)}>{t('targets.webhooks')}</AppLink>}
      </p>
      <ResourceList
        query={details}
        label={t('targets.list')}
        columns={columns}
        rows={rows}
        rowId={({ target }) => targetInQuery(target)}
        rowName={({ target }) => target || t('targets.unnamed')}
        onOpen={({ target }) =>
          () =>
            push(configurationPath(name, targetInQuery(target)))
          }
        actions={actions}
        add={add}
        empty={{ icon: IconTarget, title: t('targets.empty'), hint: t('targets.emptyHint') }}
        count={(count) => t('targets.count', { count })}
      />
      {dialog}
    </>
  )
}
