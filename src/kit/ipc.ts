import type { Subprocess } from "bun";

/** Sends a message to a child process. Returns false where the channel has ended. Throws for a message that cannot be cloned. */
export function sendToChild(child: Subprocess, message: unknown): boolean {
  try {
    child.send(message);
    return true;
  } catch (error) {
    // The channel closes a moment before `exitCode` is set, so the state of the process cannot be asked for first.
    if (error instanceof Error && "code" in error && error.code === "ERR_IPC_CHANNEL_CLOSED") return false;
    throw error;
  }
}
