/** One tab at a time uploads an object. Browsers offer locks only over HTTPS and on this machine; otherwise each tab continues. */

const nameOf = (id: string) => `cooperage upload ${id}`

/** Runs the work unless another tab holds the lock; then returns `otherwise`. */
export async function withTabLock<T>(id: string, work: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
  const { locks } = navigator as { locks?: LockManager }
  if (locks === undefined) return await work()
  return await locks.request(nameOf(id), { ifAvailable: true }, (lock) => (lock === null ? otherwise() : work()))
}

/** Resolves when no other tab holds the lock. */
export async function whenUnlocked(id: string): Promise<void> {
  const { locks } = navigator as { locks?: LockManager }
  await locks?.request(nameOf(id), { mode: 'shared' }, () => undefined)
}

/** Whether another tab holds the lock now. */
export async function isLocked(id: string): Promise<boolean> {
  return await withTabLock(
    id,
    async () => false,
    async () => true,
  )
}
