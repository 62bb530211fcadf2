export const licensePath = () => '/license'
