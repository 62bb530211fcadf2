import type { KubeObject } from '@cooperage/kube-client'

/** Whether an object is only recorded by a platform on one machine, without anything real behind it. */
export function isSimulated({ metadata }: KubeObject): boolean {
  return metadata.annotations?.['platform.cooperage/simulated'] === 'true'
}
