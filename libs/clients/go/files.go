package fulfilment

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"strings"
	"sync"
	"time"
)

// silence is the longest wait for the next bytes of a download.
const silence = 120 * time.Second

// Download is a file that is read as it comes, in constant memory. It ends with io.EOF only if it is complete. Close it.
type Download struct {
	// ContentType is the media type of the file.
	ContentType string
	// RequestID names the request.
	RequestID string
	body      io.ReadCloser
	cancel    context.CancelFunc
	outer     context.Context
}

// Read reads bytes. A file that breaks off is a ConnectionError, and one that the context of the call ends is an AbortedError.
func (d *Download) Read(into []byte) (int, error) {
	timer := time.AfterFunc(silence, d.cancel)
	read, err := d.body.Read(into)
	timer.Stop()
	if err == nil || err == io.EOF {
		return read, err
	}
	if d.outer.Err() != nil {
		return read, aborted(d.outer.Err(), "")
	}
	message := "The file broke off and is incomplete: start again. Request " + d.RequestID + "."
	return read, &ConnectionError{failure{ErrConnectionFailed, message, err}, ""}
}

// Close ends the download.
func (d *Download) Close() error {
	defer d.cancel()
	return d.body.Close()
}

// Lines goes through the lines without their ends, and closes the file.
func (d *Download) Lines() iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		defer d.Close()
		lines := bufio.NewReaderSize(d, 64*1024)
		if begin, _ := lines.Peek(len(byteOrderMark)); string(begin) == byteOrderMark {
			_, _ = lines.Discard(len(byteOrderMark)) // These bytes are there.
		}
		for {
			line, err := lines.ReadString('\n')
			ended := errors.Is(err, io.EOF)
			if err != nil && !ended {
				yield("", err)
				return
			}
			if line != "" && !yield(strings.TrimRight(line, "\r\n"), nil) || ended {
				return
			}
		}
	}
}

// Records goes through the records of an NDJSON file, and closes it:
//
//	for sku, err := range fulfilment.Records[fulfilment.SKU](file) { … }
func Records[T any](file *Download) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for line, err := range file.Lines() {
			var record T
			if err == nil && line == "" {
				continue
			}
			if err == nil && json.Unmarshal([]byte(line), &record) != nil {
				message := "A line of the file is no record: ask for application/x-ndjson. Request " + file.RequestID + "."
				err = &UnexpectedAnswerError{failure: failure{code: ErrUnexpectedAnswer, message: message}, Status: 200, RequestID: file.RequestID}
			}
			if !yield(record, err) || err != nil {
				return
			}
		}
	}
}

// Reopened is an upload that can be sent again, from a function that opens it: for files that are made as they are read. Files,
// strings.Reader and all else that can seek need none.
func Reopened(open func() (io.ReadCloser, error)) io.Reader { return &reopened{open: open} }

type reopened struct {
	open    func() (io.ReadCloser, error)
	current io.ReadCloser
}

func (r *reopened) Read(into []byte) (int, error) {
	if err := r.begin(); err != nil {
		return 0, err
	}
	return r.current.Read(into)
}

// begin opens what is to be sent.
func (r *reopened) begin() error {
	if r.current != nil {
		return nil
	}
	if r.open == nil {
		return configurationError("the upload cannot be read: its function is nil.")
	}
	opened, err := r.open()
	if err == nil && opened == nil {
		err = errors.New("its function opened nothing")
	}
	if err != nil {
		return configurationError("the upload cannot be read: %s.", err)
	}
	r.current = opened
	return nil
}

func (r *reopened) rewind() error {
	if r.current == nil {
		return nil
	}
	err := r.current.Close()
	r.current = nil
	return err
}

// upload is the body of a call that is streamed; it can be sent again if it can seek or be opened again.
type upload struct {
	reader io.Reader
	rewind func() error
	last   *uploadAttempt
}

func newUpload(reader io.Reader) (*upload, error) {
	if reader == nil {
		reader = strings.NewReader("")
	}
	if again, ok := reader.(*reopened); ok {
		return &upload{reader: reader, rewind: again.rewind}, nil
	}
	seeker, ok := reader.(io.Seeker)
	if !ok {
		return &upload{reader: reader}, nil
	}
	start, err := seeker.Seek(0, io.SeekCurrent)
	if err != nil {
		// A pipe has Seek and cannot.
		return &upload{reader: reader}, nil
	}
	return &upload{reader: reader, rewind: func() error {
		_, err := seeker.Seek(start, io.SeekStart)
		return err
	}}, nil
}

// attempt is the body of the next attempt. The connection of the one before it may read still, until it closes its body.
func (u *upload) attempt(ctx context.Context) (io.ReadCloser, error) {
	if u.last != nil {
		select {
		case <-u.last.closed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if err := u.rewind(); err != nil {
			return nil, configurationError("the upload cannot be read again: %s.", err)
		}
	}
	if again, ok := u.reader.(*reopened); ok {
		if err := again.begin(); err != nil {
			return nil, err
		}
	}
	u.last = &uploadAttempt{reader: u.reader, closed: make(chan struct{})}
	return u.last, nil
}

// uploadAttempt leaves the caller's reader open when the connection closes it.
type uploadAttempt struct {
	reader io.Reader
	begun  bool
	once   sync.Once
	closed chan struct{}
}

// Read reads the caller's bytes. An upload that gives none, such as a folder, is a mistake of the caller.
func (a *uploadAttempt) Read(into []byte) (int, error) {
	read, err := a.reader.Read(into)
	a.begun = a.begun || read > 0
	if err != nil && err != io.EOF && !a.begun {
		err = configurationError("the upload cannot be read: %s.", err)
	}
	return read, err
}

func (a *uploadAttempt) Close() error {
	a.once.Do(func() { close(a.closed) })
	return nil
}
