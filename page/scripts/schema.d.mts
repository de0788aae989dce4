/** The types of the server's messages, as TypeScript source. */
export function generateTypes(): Promise<string>
