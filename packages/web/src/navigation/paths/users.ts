export const userPath = (accessKey: string) => `/users/${encodeURIComponent(accessKey)}`
