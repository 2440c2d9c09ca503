/** The value that browsers send. */
export const acceptEncoding = 'gzip, deflate, br'
