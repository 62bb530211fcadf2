/** Volumes and drives of a Kubernetes cluster (spec operator-mode 2, Storage screen). */
export * from './storage.ts'
