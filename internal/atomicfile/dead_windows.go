package atomicfile

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/windows"
)

// lockOf does nothing: Windows renames no file that is open a second time.
func lockOf(string) (*os.File, error) { return nil, errors.ErrUnsupported }

// removeIfDead removes a temporary file whose process is gone. Should another process have
// its number, the file stays until that one is gone too; and a file that is open cannot be
// removed at all.
func removeIfDead(path string) {
	number, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(path), beginning()), "-")
	id, err := strconv.ParseUint(number, 10, 32)
	if err != nil {
		return
	}
	process, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(id))
	if err == nil {
		_ = windows.CloseHandle(process)
		return
	}
	if errors.Is(err, windows.ERROR_INVALID_PARAMETER) { // there is no such process
		_ = os.Remove(path)
	}
}
