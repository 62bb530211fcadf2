import { createNamespace, getResourceQuota } from '@cooperage/contract'
import { NativeSelect, TextInput } from '@mantine/core'
import { useTexts } from '../../messages/use-texts.ts'
import { useChange } from '../../shared/api/use-change.ts'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import layout from '../../shared/layout.module.css'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { named } from '../../shared/text/punctuation.ts'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import { useDenied } from '../index.ts'
import classes from '../tenants.module.css'
import { type StepProps, TextOf } from './fields.tsx'
import type { WizardFacts } from './use-facts.ts'

export function NameStep(props: StepProps & Pick<WizardFacts, 'namespaceError' | 'quotaError'>) {
  const { form, change, facts, problems, namespaceError, quotaError } = props
  const t = useTexts('tenantWizard')
  const { namespace } = form
  const { open, dialog } = useDialogs({
    create: (close) => <CreateNamespaceDialog namespace={namespace} onClose={close} />,
  })
  const { createNamespace: denied } = useDenied('', 'createNamespace')
  const problem = facts.isNamespaceChecked && namespace !== '' && !quotaError ? problems.namespace : undefined
  return (
    <>
      <TextOf {...props} name="tenantName" hasFocus />
      <TextInput
        label={t('name.namespace')}
        description={t('name.namespaceHint')}
        error={problem}
        value={namespace}
        onChange={(event) => change({ namespace: event.currentTarget.value.trim() })}
      />
      {namespaceError && (
        <p className={classes.problem} role="alert">
          {named(t('name.checkFailed'), namespaceError.message)}
        </p>
      )}
      {quotaError && (
        <div>
          <ExplainedButton variant="default" disabledReason={denied} onClick={() => open('create')}>
            {t('name.createNamespace', { namespace })}
          </ExplainedButton>
        </div>
      )}
      {facts.classes ? (
        <NativeSelect
          label={t('name.storageClass')}
          description={t('name.classHint')}
          data={facts.classes.map(({ name }) => name)}
          disabled={facts.classes.length === 0}
          value={form.selectedStorageClass}
          onChange={(event) => change({ selectedStorageClass: event.currentTarget.value })}
        />
      ) : (
        <>
          <TextOf {...props} name="selectedStorageClass" />
          {quotaError && <p className={layout.note}>{t('name.classesUnread', { reason: quotaError.message })}</p>}
        </>
      )}
      {dialog}
    </>
  )
}

function CreateNamespaceDialog({ namespace, onClose }: { namespace: string; onClose: () => void }) {
  const t = useTexts('tenantWizard')
  const create = useChange(createNamespace, {
    changes: [getResourceQuota],
    notice: t('name.namespaceDone', { namespace }),
    onDone: onClose,
  })
  return (
    <ModalForm
      title={t('name.namespaceTitle')}
      onClose={onClose}
      onSubmit={() => create.mutate({ body: { name: namespace } })}
      submitLabel={t('name.namespaceSubmit')}
      call={create}
    >
      <p>{t('name.namespaceNote', { namespace })}</p>
    </ModalForm>
  )
}
