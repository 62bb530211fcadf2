import '../../messages/en/tenants.ts'
import {
  addPool,
  CLASS_QUOTA_SUFFIX,
  formatBytes,
  GI,
  getResourceQuota,
  getTenant,
  type TenantDetails,
} from '@cooperage/contract'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { useChange } from '../../shared/api/use-change.ts'
import layout from '../../shared/layout.module.css'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { NumberInput } from '../NumberInput.tsx'
import { poolAffinity } from '../wizard/payload.ts'

/** Expands a tenant with the payload of the specification (operator-mode 7). */
export function AddPoolDialog({ tenant, onClose }: { tenant: TenantDetails; onClose: () => void }) {
  const t = useTexts('tenants')
  const [last] = tenant.pools.slice(-1)
  const [servers, setServers] = useState(String(last?.servers ?? 4))
  const [volumes, setVolumes] = useState(String(last?.volumes_per_server ?? 1))
  const [size, setSize] = useState(String(Math.max(1, Math.round((last?.volume_configuration.size ?? 100 * GI) / GI))))
  const [storageClass, setStorageClass] = useState(last?.volume_configuration.storage_class_name ?? '')
  const { namespace } = tenant
  const quota = useApiQuery(getResourceQuota, { params: { namespace, quota: `${namespace}-storagequota` } })
  const storageClasses = quota.data?.elements.map(({ name }) => name.split(CLASS_QUOTA_SUFFIX)[0] ?? name)
  const add = useChange(addPool, { changes: [getTenant], notice: t('pools.add.done'), onDone: onClose })
  const numbers = [servers, volumes, size].map(Number)
  const problemOf = (number: number) => (Number.isInteger(number) && number >= 1 ? undefined : t('pools.add.wrong'))
  const problem = numbers.map(problemOf).find((one) => one !== undefined)
  const [serverCount = 0, volumeCount = 0, sizeGi = 0] = numbers
  const name = freeName(tenant)
  return (
    <ModalForm
      title={t('pools.add.title', { tenant: tenant.name })}
      onClose={onClose}
      onSubmit={() =>
        add.mutate({
          params: { namespace: tenant.namespace, tenant: tenant.name },
          body: {
            name,
            servers: serverCount,
            volumes_per_server: volumeCount,
            volume_configuration: { size: sizeGi * GI, storage_class_name: storageClass.trim(), labels: null },
            affinity: poolAffinity({ tenant: tenant.name, pool: name, isSpread: true, labels: [] }) ?? null,
          },
        })
      }
      submitLabel={t('pools.add.submit')}
      call={add}
      disabledReason={problem}
    >
      <NumberInput
        label={t('pools.add.servers')}
        value={servers}
        onChange={setServers}
        error={problemOf(serverCount)}
        hasAutofocus
      />
      <NumberInput
        label={t('pools.add.volumes')}
        value={volumes}
        onChange={setVolumes}
        error={problemOf(volumeCount)}
      />
      <NumberInput label={t('pools.add.size')} value={size} onChange={setSize} error={problemOf(sizeGi)} />
      {storageClasses ? (
        <NativeSelect
          label={t('pools.add.storageClass')}
          data={[
            { value: '', label: t('pools.add.defaultClass') },
            // The class of the last pool may not be among those of the quota.
            ...new Set([...storageClasses, ...(storageClass === '' ? [] : [storageClass])]),
          ]}
          value={storageClass}
          onChange={(event) => setStorageClass(event.currentTarget.value)}
        />
      ) : (
        <TextInput
          label={t('pools.add.storageClass')}
          description={t('pools.add.classHint')}
          value={storageClass}
          onChange={(event) => setStorageClass(event.currentTarget.value)}
        />
      )}
      <p className={layout.note} role="status">
        {problem === undefined &&
          t('pools.add.capacity', { bytes: formatBytes(serverCount * volumeCount * sizeGi * GI) })}
      </p>
    </ModalForm>
  )
}

/** `pool-{count}`, or the next number that is free. */
function freeName({ pools }: TenantDetails): string {
  let number = pools.length
  while (pools.some(({ name }) => name === `pool-${number}`)) number++
  return `pool-${number}`
}
