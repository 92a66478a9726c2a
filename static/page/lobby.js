// The lobby.
import { speak } from "../net/files.js";

await speak();
