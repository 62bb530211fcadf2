/** Storage servers store it without checking that it is reachable, so its name has to be typed first. */
export const UNCHECKED = 'etcd'
