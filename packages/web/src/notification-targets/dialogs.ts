import { onDemand } from '../shared/on-demand.ts'

const load = () => import('./loaded-dialogs.ts')

export const DeleteTargetDialog = onDemand(async () => (await load()).DeleteTargetDialog)
export const TestTargetDialog = onDemand(async () => (await load()).TestTargetDialog)
