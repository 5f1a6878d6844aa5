/** The one look at process.env. */
export const environment = (): Record<string, string | undefined> => process.env;
