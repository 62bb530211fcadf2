export const groupsPath = () => '/groups'
