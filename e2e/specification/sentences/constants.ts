/** Business constants and limits. */
export const constants = ['Default import sheet name: Data_Import'] as const
