import '../messages/en/tenants.ts'
import { getTenant, getTenantYaml, listTenants, MAX_YAML, setTenantYaml } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiMutation, useApiQuery, useInvalidate } from '../shared/api/use-api.ts'
import { CodeEditor } from '../shared/code-editor/CodeEditor.tsx'
import { ErrorState } from '../shared/ErrorState.tsx'
import { showNotice } from '../shared/feedback/messages.ts'
import { Loading } from '../shared/Loading.tsx'
import { LineDiff } from '../shared/line-diff/LineDiff.tsx'
import { ModalForm } from '../shared/ModalForm.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { changedLines } from './changed-lines.ts'
import classes from './tenants.module.css'
import { yamlFindings } from './yaml-findings.ts'

interface YamlDialogProps {
  namespace: string
  tenant: string
  onClose: () => void
}

/** The tenant as YAML. If someone else has changed it since, saving is refused, and the current version can be loaded. */
export function YamlDialog({ namespace, tenant, onClose }: YamlDialogProps) {
  const { t } = useTranslation('tenants')
  const params = { namespace, tenant }
  const stored = useApiQuery(
    getTenantYaml,
    { params },
    { staleTime: Number.POSITIVE_INFINITY, refetchOnMount: 'always' },
  )
  const [edited, setEdited] = useState<string>()
  const invalidate = useInvalidate()
  const save = useApiMutation(setTenantYaml, {
    onSuccess: async () => {
      await invalidate(getTenant, listTenants, getTenantYaml)
      showNotice(t('yaml.saved', { tenant }))
      onClose()
    },
  })
  const original = stored.data?.yaml ?? ''
  const text = edited ?? original
  const changes = changedLines(original, text)
  // Comparing a long text takes a moment, during which typing continues.
  const compared = useDeferredValue(text)
  const lintSource = useMemo(
    () => yamlFindings({ namespace, tenant, original, unchecked: (reason) => t('yaml.unchecked', { reason }) }),
    [namespace, tenant, original, t],
  )
  const isConflict = save.error?.code === 'ClusterConflict'
  const reason =
    text.trim() === ''
      ? t('yaml.empty')
      : text.length > MAX_YAML
        ? t('yaml.tooLong')
        : text === original
          ? t('yaml.unchanged')
          : undefined
  return (
    <ModalForm
      title={t('yaml.title', { tenant })}
      onClose={onClose}
      onSubmit={() => save.mutate({ params, body: { yaml: text } })}
      submitLabel={t('yaml.save')}
      isPending={save.isPending}
      disabledReason={reason}
      error={null}
      isWide
      isKeptOpen={text !== original}
    >
      {stored.error && !stored.data && (
        <ErrorState error={stored.error} onRetry={() => void stored.refetch()} isRetrying={stored.isFetching} />
      )}
      {stored.isFetching && edited === undefined ? (
        <Loading />
      ) : (
        stored.data && (
          <CodeEditor
            language="yaml"
            label={t('yaml.field')}
            description={t('yaml.hint')}
            value={text}
            onChange={setEdited}
            lintSource={lintSource}
          />
        )
      )}
      <p className={classes.note} role="status">
        {changes > 0 && t('yaml.changes', { count: changes, number: formatCount(changes) })}
      </p>
      {changes > 0 && <LineDiff label={t('yaml.difference')} before={original} after={compared} />}
      {save.error && (
        <p className={classes.problem} role="alert">
          {save.error.message}
        </p>
      )}
      {isConflict && (
        <div className={classes.row}>
          <Button
            variant="default"
            onClick={() => {
              save.reset()
              setEdited(undefined)
              void stored.refetch()
            }}
          >
            {t('yaml.reload')}
          </Button>
          <span className={classes.note}>{t('yaml.reloadHint')}</span>
        </div>
      )}
    </ModalForm>
  )
}
