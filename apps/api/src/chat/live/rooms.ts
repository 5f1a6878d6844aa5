/** Socket rooms: one per conversation being watched, one per person. */
export const conversationRoom = (conversationId: string): string =>
  `conversation:${conversationId}`;
export const userRoom = (userId: string): string => `user:${userId}`;
