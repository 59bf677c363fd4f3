/** For processes that load ONNX Runtime, which reports each session to its vendor where it is not told otherwise. */
export const modelEnvironment = { ORT_DISABLE_TELEMETRY: "1" };
