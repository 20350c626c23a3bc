import { config } from 'zod'

// zod would try whether code may be made out of text, which our pages forbid: Firefox tells of that as an error on each page.
// The server, which renders them with the same zod, may and reads faster so.
if (typeof window !== 'undefined') config({ jitless: true })
